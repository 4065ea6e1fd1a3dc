// SPDX-License-Identifier: MIT
// What a learner says when it stops: where a gradient is no number, or that nothing is left to learn from.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>

#include <lockstep/core/macros.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>

namespace lockstep {

/// Whether a norm can be taken: the number is finite and so is its square.
inline bool has_square(float x) { return std::isfinite(x * x); }

/// The name of the first layer of a network, for example "critic.1.weight", of which the array, laid out as the network's
/// parameters, has a number without a square; empty if there is none.
template <class Network>
LOCKSTEP_COLD std::string nonfinite_layer(std::string const& network, std::span<float const> values) {
    for (std::size_t l = 0; l <= Network::hidden_layers; ++l) {
        for (std::size_t o = 0; o < Network::layer_outputs(l); ++o) {
            for (std::size_t i = 0; i < Network::layer_inputs(l); ++i) {
                if (!has_square(values[Network::weight(l, o, i)])) {
                    return network + '.' + std::to_string(l) + ".weight";
                }
            }
            if (!has_square(values[Network::bias(l, o)])) {
                return network + '.' + std::to_string(l) + ".bias";
            }
        }
        if constexpr (requires { requires Network::normalizes; }) {
            for (std::size_t i = 0; l < Network::hidden_layers && i < Network::layer_outputs(l); ++i) {
                if (!has_square(values[Network::gains(l) + i]) || !has_square(values[Network::shifts(l) + i])) {
                    return network + '.' + std::to_string(l) + ".norm";
                }
            }
        }
    }
    if constexpr (requires { Network::gru_begin; }) {
        auto const of_memory = values.subspan(Network::gru_begin, Network::parameter_count - Network::gru_begin);
        return std::all_of(of_memory.begin(), of_memory.end(), has_square) ? std::string() : network + ".gru";
    }
    if constexpr (convolutional<Network>) {
        for (std::size_t l = 0; l < Network::convolution_count; ++l) {
            std::size_t const begin = Network::convolution_begin(l);
            auto const of_layer = values.subspan(begin, Network::convolution_begin(l + 1) - begin);
            if (!std::all_of(of_layer.begin(), of_layer.end(), has_square)) {
                return network + ".convolution." + std::to_string(l);
            }
        }
    }
    return {};
}

/// Ends a training: the gradient of `tensor` was not finite in update `update`, counted as the learner counts, at `steps`
/// environment steps.
[[noreturn]] LOCKSTEP_COLD inline void stop_nonfinite(std::string const& learner, std::string const& tensor, std::size_t update,
                                                      std::size_t steps) {
    throw std::runtime_error("lockstep::" + learner + ": the gradient of " + tensor + " is not finite in update " +
                             std::to_string(update) + " after " + std::to_string(steps) +
                             " steps; the policy is that of the update before, and no checkpoint was touched");
}

/// Ends a training whose replay buffer has nothing left to draw.
[[noreturn]] LOCKSTEP_COLD inline void stop_without_priorities(std::string const& learner, std::size_t update) {
    throw std::runtime_error("lockstep::" + learner + ": after update " + std::to_string(update) +
                             " all priorities are zero, so no sample can be drawn; least_priority above 0 prevents it");
}

}  // namespace lockstep
