// SPDX-License-Identifier: MIT
// Layers of which the first do not learn.
//
//     using layers = ls::hidden_layers<ls::tanh_activation, 64, 64>;
//     ls::ppo<env, ls::cpu, ls::frozen_layers<2, layers>> learner(device, config);  // only the output layer learns
//
// It takes the place of hidden_layers in PPO, SAC and TD3, for the actor, the critics or both. Gradients of frozen layers cost no
// product. All that is no layer goes on learning: a deviation that does not depend on the state, SAC's temperature, and the
// moments by which observations are normalised. So what frozen layers see still shifts and stretches; with normalize_observations
// = false it does not.
#pragma once

#include <cstddef>
#include <type_traits>

#include <lockstep/nn/frozen_mlp.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace lockstep {

/// Layers (hidden_layers) whose first Frozen layers keep the weights that they began with.
template <std::size_t Frozen, class Layers>
struct frozen_layers {
    using inference_layers = typename Layers::inference_layers;
    template <std::size_t In, std::size_t Out, class T = float>
    using network = basic_frozen_mlp<typename Layers::template network<In, Out, T>, Frozen>;
    static_assert(std::is_same_v<inference_layers, Layers>,
                  "lockstep: frozen_layers does not take batch_renorm, whose batches change what frozen layers compute");
};

namespace detail {
/// Actions and values need no gradient with respect to the parameters, so the network is taken as if no layer were frozen. The
/// gradient of a value with respect to the action, which the actors of SAC and TD3 need, goes through frozen layers, too.
template <class Network, std::size_t Frozen>
struct inference_network<basic_frozen_mlp<Network, Frozen>> {
    using type = Network;
};
}  // namespace detail

}  // namespace lockstep
