// SPDX-License-Identifier: MIT
// Layers with an activation and no width.
// error(g++): template constraint failure for 'template<class Activation, long unsigned int ...Widths>  requires  sizeof ... ((Widths ...)) > 0 struct lockstep::hidden_layers'
// error(g++): struct lockstep::recurrent_layers'
// error(g++): struct lockstep::convolutional_layers'
// error(clang++): constraints not satisfied for class template 'hidden_layers'
// error(clang++): constraints not satisfied for class template 'recurrent_layers'
// error(clang++): constraints not satisfied for class template 'convolutional_layers'
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>

using perceptron = lockstep::hidden_layers<lockstep::tanh_activation>;
using with_memory = lockstep::recurrent_layers<32, lockstep::tanh_activation>;
using of_images = lockstep::convolutional_layers<lockstep::convolutions<lockstep::filters{16, 3}>, lockstep::tanh_activation>;
