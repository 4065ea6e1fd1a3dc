// SPDX-License-Identifier: MIT
// The errors of a learner that stops: a gradient is not finite, or no sample can be drawn.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/nn/network.hpp>

namespace lockstep {

/// Whether a number and its square are finite, so that a norm can be computed.
inline bool has_square(float x) { return std::isfinite(x * x); }

namespace detail {
// No template, so that a program compiles what visits a layer once and not for each of its networks.
struct nonfinite_search {
    std::string const& network;
    std::span<float const> values;
    std::string& found;

    template <class Place>
    LOCKSTEP_COLD void operator()(std::string const& name, std::vector<std::size_t> const& shape, Place place) const {
        for (std::size_t k = 0; found.empty() && k < element_count(shape); ++k) {
            if (!has_square(values[place(k)])) {
                found = network + '.' + name;
            }
        }
    }
};
}  // namespace detail

/// The name of the first tensor that has a number without a square, for example "critic.1.weight"; empty if there is none.
/// values: [Network::parameter_count], in the order of the network's parameters.
template <class Network>
LOCKSTEP_COLD std::string nonfinite_layer(std::string const& network, std::span<float const> values) {
    std::string found;
    Network::for_each_tensor(detail::nonfinite_search{network, values, found});
    return found;
}

/// The tensor of an actor_critic whose gradient has a number without a square.
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

/// The same for twin_critics, if the loss of `network` was not finite: critic 0, critic 1 or 2, the actor.
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
