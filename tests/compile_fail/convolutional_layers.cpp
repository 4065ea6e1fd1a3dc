// SPDX-License-Identifier: MIT
// error: lockstep: the filters of convolutional_layers need a count, a size and a stride above 0, and each must fit into what it reads: the observation_image, or what the filters before it leave of that
#include <lockstep/rl/policy/convolutional_layers.hpp>

using filters = lockstep::filters;
using layers =
    lockstep::convolutional_layers<lockstep::convolutions<filters{4, 3, 2}, filters{8, 4}>, lockstep::relu_activation, 16>;
static_assert(sizeof(layers::seeing<lockstep::image_shape{8, 8}>) > 0);
