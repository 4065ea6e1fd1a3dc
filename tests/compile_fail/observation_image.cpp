// SPDX-License-Identifier: MIT
// error: lockstep::environment: convolutional_layers need  static constexpr ls::image_shape observation_image  of the environment, neither empty nor larger than its observation_size
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/ppo.hpp>

using layers = lockstep::convolutional_layers<lockstep::convolutions<lockstep::filters{4, 3}>, lockstep::relu_activation, 16>;
static_assert(sizeof(lockstep::ppo<lockstep::envs::pendulum, lockstep::cpu, layers>) > 0);
