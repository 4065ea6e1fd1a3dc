// SPDX-License-Identifier: MIT
// A trained policy as a value: what is saved, loaded, evaluated and deployed.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/vector.hpp>
#include <lockstep/rl/actor_critic.hpp>
#include <lockstep/rl/actor_view.hpp>
#include <lockstep/rl/normalizer.hpp>

namespace lockstep {

/// The outputs of an actor for one observation, in plain loops.
template <class Actor, std::size_t N>
std::vector<float> forward_on_host(std::vector<float> const& parameters, vector<float, N> const& input) {
    std::vector<float> from(input.begin(), input.end());
    for (std::size_t l = 0; l <= Actor::hidden_layers; ++l) {
        std::vector<float> to(Actor::layer_outputs(l));
        for (std::size_t o = 0; o < to.size(); ++o) {
            to[o] = parameters[Actor::bias(l, o)];
            for (std::size_t i = 0; i < from.size(); ++i) {
                to[o] += parameters[Actor::weight(l, o, i)] * from[i];
            }
            if (l < Actor::hidden_layers) {
                to[o] = Actor::activation::value(to[o]);
            }
        }
        from = std::move(to);
    }
    return from;
}

/// A Gaussian policy for Env: an actor with the logarithm of its standard deviation, and the normaliser of its
/// observations. On the host.
template <class Env, class Hidden = hidden_layers<tanh_activation, 64, 64>>
struct policy {
    using environment = Env;
    using networks = actor_critic<Env, Hidden>;
    using actor = typename networks::actor;
    using view = actor_view<networks>;
    static constexpr std::string_view format = "lockstep.policy.1";
    static constexpr std::size_t observation_size = networks::observation_size;
    static constexpr std::size_t action_size = networks::action_size;

    std::vector<float> parameters = std::vector<float>(networks::critic_begin);  ///< actor, then log deviation
    normalizer<observation_size> normalization = normalizer<observation_size>::identity();

    /// The mean action for one observation, in [-1, 1] where the environment would not clip it (within_bounds).
    vector<float, action_size> mean_action(vector<float, observation_size> const& observation) const {
        auto const outputs = forward_on_host<actor>(parameters, normalization(observation));
        vector<float, action_size> action;
        std::copy(outputs.begin(), outputs.end(), action.begin());
        return action;
    }
};

/// P models trained_policy if it is a policy that can be saved, loaded, evaluated and deployed: policy and squashed_policy.
template <class P>
concept trained_policy = requires(P p, vector<float, P::observation_size> observation) {
    typename P::environment;
    typename P::actor;
    typename P::view;
    { P::format } -> std::convertible_to<std::string_view>;
    { p.parameters } -> std::convertible_to<std::vector<float> const&>;
    { p.normalization } -> std::convertible_to<normalizer<P::observation_size> const&>;
    { p.mean_action(observation) } -> std::same_as<vector<float, P::action_size>>;
};

}  // namespace lockstep
