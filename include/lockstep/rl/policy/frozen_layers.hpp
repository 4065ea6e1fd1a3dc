// SPDX-License-Identifier: MIT
// Freezes the first layers of a network: they do not learn.
//
//     using layers = ls::hidden_layers<ls::tanh_activation, 64, 64>;
//     ls::ppo<env, ls::cpu, ls::frozen_layers<2, layers>> learner(device, config);  // only the output layer learns
//
// Use frozen_layers in place of hidden_layers in PPO, SAC and TD3, for the actor, the critics or both. No product is computed for
// the gradients of frozen layers. Everything that is no layer still learns: a deviation that does not depend on the state, SAC's
// temperature, and the moments by which observations are normalised. So the inputs of frozen layers still shift and change their
// scale, unless normalize_observations is false.
#pragma once

#include <cstddef>
#include <type_traits>

#include <lockstep/nn/frozen_mlp.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace lockstep {

/// The layers `Layers` (hidden_layers), of which the first Frozen keep their initial weights.
template <std::size_t Frozen, class Layers>
struct frozen_layers {
    using inference_layers = typename Layers::inference_layers;
    template <std::size_t In, std::size_t Out, class T = float>
    using network = basic_frozen_mlp<typename Layers::template network<In, Out, T>, Frozen>;
    static_assert(std::is_same_v<inference_layers, Layers>,
                  "lockstep: frozen_layers does not take batch_renorm, whose batches change what frozen layers compute");
};

namespace detail {
/// The inference network is the same network with no layer frozen, since actions and values need no gradient with respect to the
/// parameters. The actors of SAC and TD3 need the gradient of a value with respect to the action, which passes through frozen
/// layers too.
template <class Network, std::size_t Frozen>
struct inference_network<basic_frozen_mlp<Network, Frozen>> {
    using type = Network;
};
}  // namespace detail

}  // namespace lockstep
