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

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/network.hpp>

namespace lockstep {

/// Returns true if `x` and its square are finite, so that a norm can be computed.
inline bool has_square(float x) { return std::isfinite(x * x); }

namespace detail {
// This struct is no template, so that a program compiles the visit of a layer once, and not once for each network.
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

/// Returns the name of the first tensor with a number for which has_square() is false, for example "critic.1.weight", or an empty
/// name if there is no such tensor. `values` has [Network::parameter_count] numbers in the order of the network's parameters.
template <class Network>
LOCKSTEP_COLD std::string nonfinite_layer(std::string const& network, std::span<float const> values) {
    std::string found;
    Network::for_each_tensor(detail::nonfinite_search{network, values, found});
    return found;
}

/// Returns the name of the first tensor of an actor_critic whose gradient has a number for which has_square() is false, or "all
/// parameters together" if there is no such tensor.
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

/// Returns the name of the first tensor of a network of SAC or TD3 whose gradient has a number for which has_square() is false.
/// If there is no such tensor, returns, for example, "critic 0's loss". `network` is 0 or 1 for a critic, 2 for the actor.
template <class Networks>
LOCKSTEP_COLD std::string nonfinite_tensor(std::span<float const> gradient, std::size_t network) {
    std::string const name = network == 2 ? "actor" : "critic " + std::to_string(network);
    std::string const layer =
        network == 2 ? nonfinite_layer<typename Networks::actor>(name, gradient)
                     : nonfinite_layer<typename Networks::critic>(name, gradient.subspan(Networks::critic_begin(network)));
    return layer.empty() ? name + "'s loss" : layer;
}

/// Throws std::runtime_error, which ends a training. The error says that the gradient of `tensor` is not finite in update
/// `update` after `steps` environment steps, and what was kept. Each learner counts its updates in its own way.
[[noreturn]] LOCKSTEP_COLD inline void stop_nonfinite(
    std::string const& learner, std::string const& tensor, std::size_t update, std::size_t steps,
    std::string const& kept = "the policy is that of the update before, and no checkpoint was touched") {
    throw std::runtime_error(formatted("lockstep::%s: the gradient of %s is not finite in update %zu after %zu steps; %s",
                                       learner.c_str(), tensor.c_str(), update, steps, kept.c_str()));
}

/// Throws std::runtime_error, which ends a training. The error says that all priorities of the replay buffer are zero, so that no
/// sample can be drawn.
[[noreturn]] LOCKSTEP_COLD inline void stop_without_priorities(std::string const& learner, std::size_t update) {
    throw std::runtime_error(formatted("lockstep::%s: after update %zu all priorities are zero, so no sample can be drawn; "
                                       "least_priority above 0 prevents it",
                                       learner.c_str(), update));
}

}  // namespace lockstep
