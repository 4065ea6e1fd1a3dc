// SPDX-License-Identifier: MIT
// error: lockstep: sac and td3 take hidden_layers or convolutional_layers, their critics renormalized_layers or a categorical_critic too
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/sac.hpp>

static_assert(sizeof(lockstep::sac<lockstep::envs::pendulum, lockstep::cpu, int>) > 0);
