// SPDX-License-Identifier: MIT
// An activation where layers belong.
// error: lockstep: Hidden must be layers, such as hidden_layers, recurrent_layers, convolutional_layers or frozen_layers
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>

static_assert(sizeof(lockstep::ppo<lockstep::envs::pendulum, lockstep::cpu, lockstep::tanh_activation>) > 0);
