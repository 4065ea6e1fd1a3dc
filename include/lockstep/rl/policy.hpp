// SPDX-License-Identifier: MIT
// A trained policy as a value: what is saved, loaded, evaluated and deployed.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <lockstep/core/vector.hpp>
#include <lockstep/rl/actor_critic.hpp>
#include <lockstep/rl/normalizer.hpp>

namespace lockstep {

/// A Gaussian policy for Env: an actor with the logarithm of its standard deviation, and the normaliser of its
/// observations. On the host.
template <class Env, class Hidden = hidden_layers<tanh_activation, 64, 64>>
struct policy {
    using networks = actor_critic<Env, Hidden>;
    using actor = typename networks::actor;
    static constexpr std::size_t observation_size = networks::observation_size;
    static constexpr std::size_t action_size = networks::action_size;

    std::vector<float> parameters = std::vector<float>(networks::critic_begin);  ///< actor, then log deviation
    normalizer<observation_size> normalization = normalizer<observation_size>::identity();

    /// The mean action for one observation, in [-1, 1] where the environment would not clip it (within_bounds).
    vector<float, action_size> mean_action(vector<float, observation_size> const& observation) const {
        auto const input = normalization(observation);
        std::vector<float> from(input.begin(), input.end());
        for (std::size_t l = 0; l <= actor::hidden_layers; ++l) {
            std::vector<float> to(actor::layer_outputs(l));
            for (std::size_t o = 0; o < to.size(); ++o) {
                to[o] = parameters[actor::bias(l, o)];
                for (std::size_t i = 0; i < from.size(); ++i) {
                    to[o] += parameters[actor::weight(l, o, i)] * from[i];
                }
                if (l < actor::hidden_layers) {
                    to[o] = actor::activation::value(to[o]);
                }
            }
            from = std::move(to);
        }
        vector<float, action_size> action;
        std::copy(from.begin(), from.end(), action.begin());
        return action;
    }
};

}  // namespace lockstep
