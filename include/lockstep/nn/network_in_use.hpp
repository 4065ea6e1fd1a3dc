// SPDX-License-Identifier: MIT
// What a network is when it is used and not trained: itself, or with batch renormalisation the plain network that it derives.
#pragma once

#include <concepts>
#include <cstddef>

#include <lockstep/nn/mlp.hpp>
#include <lockstep/nn/renormalized_mlp.hpp>

namespace lockstep {

/// Whether a network is trained a whole batch at a time.
template <class Network>
concept renormalized_network = requires { Network::trained_transposed; };

namespace detail {
template <class Network>
struct network_in_use {
    using type = Network;
};
template <renormalized_network Network>
struct network_in_use<Network> {
    using type = typename Network::plain;
};
}  // namespace detail

/// The network whose `forward` gives what is acted by and believed.
template <class Network>
using network_in_use = typename detail::network_in_use<Network>::type;

/// Its parameters, and what it derives from them.
template <class T>
struct parameters_in_use {
    pointer_t<T const> parameters;
    pointer_t<T const> transposed_weights;
};

/// Where they lie among those of a Network.
template <class Network, class T = float>
constexpr parameters_in_use<T> in_use(pointer_t<T const> parameters, pointer_t<T const> transposed_weights) {
    if constexpr (renormalized_network<Network>) {
        return {transposed_weights, transposed_weights + Network::plain_transposed};
    } else {
        return {parameters, transposed_weights};
    }
}

/// How many of a network's parameters a gradient moves: the first.
template <class Network>
inline constexpr std::size_t trained_count = Network::parameter_count;
template <renormalized_network Network>
inline constexpr std::size_t trained_count<Network> = Network::trained_count;

}  // namespace lockstep
