// SPDX-License-Identifier: MIT
// Policies of several tests of OpenCL. What they instantiate is compiled once.
#pragma once

#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/ppo.hpp>

namespace lockstep_test {

using one_layer = lockstep::hidden_layers<lockstep::tanh_activation, 16>;
using two_layers = lockstep::hidden_layers<lockstep::tanh_activation, 16, 32>;
using renormalized = lockstep::renormalized_layers<16>;
using remembering = lockstep::recurrent_layers<5, lockstep::tanh_activation, 16>;
using looking_smoothly =
    lockstep::convolutional_layers<lockstep::convolutions<lockstep::filters{4, 2}>, lockstep::silu_activation, 16>;

}  // namespace lockstep_test
