// SPDX-License-Identifier: MIT
// error: lockstep: sac and td3 take hidden_layers, their critics categorical_critic too; convolutional_layers and recurrent_layers are for ppo
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/convolutional_layers.hpp>
#include <lockstep/rl/td3.hpp>

using layers = lockstep::convolutional_layers<lockstep::convolutions<lockstep::filters{4, 3}>, lockstep::relu_activation, 16>;
static_assert(sizeof(lockstep::td3<lockstep::envs::pendulum, lockstep::cpu, layers>) > 0);
