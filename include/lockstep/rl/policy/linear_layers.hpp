// SPDX-License-Identifier: MIT
// Policies without hidden layers.
#pragma once

#include <cstddef>

#include <lockstep/nn/linear.hpp>

namespace lockstep {

/// The layers of a linear policy. Use linear_layers in place of hidden_layers in learners that need no gradients: ars
/// and evolution_strategies.
struct linear_layers {
    using inference_layers = linear_layers;
    template <std::size_t In, std::size_t Out, class T = float>
    using network = basic_linear<T, In, Out>;
};

}  // namespace lockstep
