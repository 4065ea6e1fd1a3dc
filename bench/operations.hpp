// SPDX-License-Identifier: MIT
// The operations that a sample needs: two for each weight of each product. Biases, activations, padding, losses and optimisers do
// not count.
#pragma once

#include <cstddef>

namespace bench {

template <class Network>
double forward_operations() {
    double sum = 0;
    for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
        sum += 2.0 * static_cast<double>(Network::layer_inputs(l) * Network::layer_outputs(l));
    }
    return sum;
}

/// Of a convolution: two a number that a filter sees at a place.
template <class Convolution>
double convolution_operations() {
    return 2.0 * static_cast<double>(Convolution::output.size() * Convolution::patch);
}

/// Forward, into the inputs of all layers but the first, and into the weights.
template <class Network>
double learning_operations() {
    return 3 * forward_operations<Network>() - 2.0 * static_cast<double>(Network::layer_inputs(0) * Network::layer_outputs(0));
}

}  // namespace bench
