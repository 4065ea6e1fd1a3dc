// SPDX-License-Identifier: MIT
// error: lockstep: a categorical_critic stands in the place of the critics' layers of sac and td3; ppo has none
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/ppo.hpp>

using layers = lockstep::categorical_critic<lockstep::hidden_layers<lockstep::relu_activation, 16>>;
static_assert(sizeof(lockstep::ppo<lockstep::envs::pendulum, lockstep::cpu, layers>) > 0);
