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

/// Which part of the gradient of an actor_critic has a number without a square.
template <class Networks>
LOCKSTEP_COLD std::string nonfinite_tensor(std::span<float const> gradient) {
    std::string const of_actor = nonfinite_layer<typename Networks::actor>("actor", gradient);
    std::string const of_critic = nonfinite_layer<typename Networks::critic>("critic", gradient.subspan(Networks::critic_begin));
    auto const deviations = gradient.subspan(Networks::log_deviation, Networks::actions::log_deviations);
    bool const deviation = !std::all_of(deviations.begin(), deviations.end(), has_square);
    return !of_actor.empty()    ? of_actor
           : !of_critic.empty() ? of_critic
           : deviation          ? "log_deviation"
                                : "all parameters together";
}

/// Likewise of twin_critics, where the loss of critic 0, of critic 1 or of the actor, 2, was not finite.
template <class Networks>
LOCKSTEP_COLD std::string nonfinite_tensor(std::span<float const> gradient, std::size_t network) {
    std::string const name = network == 2 ? "actor" : "critic " + std::to_string(network);
    std::string const layer =
        network == 2 ? nonfinite_layer<typename Networks::actor>(name, gradient)
                     : nonfinite_layer<typename Networks::critic>(name, gradient.subspan(Networks::critic_begin(network)));
    return layer.empty() ? name + "'s loss" : layer;
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
