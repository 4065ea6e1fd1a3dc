// SPDX-License-Identifier: MIT
// Policies without hidden layers.
#pragma once

#include <cstddef>

#include <lockstep/nn/linear.hpp>

namespace lockstep {

/// No hidden layers: what to give in the place of hidden_layers for a linear policy. For evolution strategies, which ask for no
/// gradients.
struct linear_layers {
    using inference_layers = linear_layers;
    template <std::size_t In, std::size_t Out, class T = float>
    using network = basic_linear<T, In, Out>;
};

}  // namespace lockstep
