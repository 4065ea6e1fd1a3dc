// SPDX-License-Identifier: MIT
// The inference network of a network: the network that computes actions and values outside of training. It is the network itself,
// but with batch renormalisation it is the plain network into which the running statistics are folded.
#pragma once

#include <cstddef>

#include <lockstep/nn/mlp.hpp>
#include <lockstep/nn/renormalized/mlp.hpp>

namespace lockstep {

/// Network models renormalized_network if it has batch renormalisation, so that it is trained on a whole batch at a time.
template <class Network>
concept renormalized_network = requires { Network::trained_transposed; };

namespace detail {
template <class Network>
struct inference_network {
    using type = Network;
};
template <renormalized_network Network>
struct inference_network<Network> {
    using type = typename Network::plain;
};
}  // namespace detail

/// The network whose `forward` gives actions and values.
template <class Network>
using inference_network = typename detail::inference_network<Network>::type;

/// The parameters of an inference network, and its transposed weights.
template <class T>
struct inference_parameters {
    pointer_t<T const> parameters;
    pointer_t<T const> transposed_weights;
};

/// Returns where the parameters and the transposed weights of the inference network are. `parameters` is
/// [Network::parameter_count], and `transposed_weights` is [Network::transposed_count].
template <class Network, class T = float>
constexpr inference_parameters<T> inference_parameters_of(pointer_t<T const> parameters, pointer_t<T const> transposed_weights) {
    if constexpr (renormalized_network<Network>) {
        return {transposed_weights, transposed_weights + Network::plain_transposed};
    } else {
        return {parameters, transposed_weights};
    }
}

/// The number of parameters that training changes by a gradient. They are the first of all parameters.
template <class Network>
inline constexpr std::size_t trained_count = Network::parameter_count;
template <renormalized_network Network>
inline constexpr std::size_t trained_count<Network> = Network::trained_count;

}  // namespace lockstep
