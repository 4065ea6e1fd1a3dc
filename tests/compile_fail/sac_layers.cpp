// SPDX-License-Identifier: MIT
// error: lockstep: sac and td3 replay steps, not episodes: recurrent_layers are for ppo
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/sac.hpp>

using layers = lockstep::recurrent_layers<16, lockstep::tanh_activation, 16>;
static_assert(sizeof(lockstep::sac<lockstep::envs::pendulum, lockstep::cpu, layers>) > 0);
