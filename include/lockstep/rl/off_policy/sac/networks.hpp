// SPDX-License-Identifier: MIT
// The networks of soft actor-critic, and the learnt temperature.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/squashed_gaussian.hpp>
#include <lockstep/rl/off_policy/twin_critics.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>

namespace lockstep {

/// The networks of SAC. The actor's outputs are the means, then the log deviations, of the components of the action before it is
/// squashed. The logarithm of the temperature lies after the parameters of the critics.
template <class Env, class Hidden, class T = float, class Critic = Hidden>
struct sac_networks : twin_critics<Env, Hidden, 2 * Env::action_size, T, Critic> {
    using base = twin_critics<Env, Hidden, 2 * Env::action_size, T, Critic>;
    /// The networks of a trained policy: its actor is the inference network.
    using acting = sac_networks<Env, typename base::actor_layers::inference_layers, T>;
    /// The same networks in another world.
    template <class World>
    using in = sac_networks<Env, Hidden, number_for_t<World>, Critic>;
    using R = pack_t<T>;
    using base::action_size;
    static constexpr std::string_view policy_format = squashed_actions<Env>::format;
    static constexpr std::size_t log_temperature = base::parameter_count;
    static constexpr std::size_t parameter_count = log_temperature + padding<T>;

    /// Returns the policy for a pack of the actor's outputs. Output i of the pack begins at outputs[i * stride].
    static squashed_gaussian<R, action_size> distribution(pointer_t<T const> outputs, std::size_t stride) {
        return squashed_actions<Env>::distribution(load_features<R, 2 * action_size>(outputs, stride));
    }

    /// Returns the actions without noise: tanh of the means.
    static vector<R, action_size> action(pointer_t<T const> outputs, std::size_t stride) {
        return distribution(outputs, stride).mode();
    }

    /// Returns actions drawn from the policy.
    static vector<R, action_size> explore(pointer_t<T const> outputs, std::size_t stride, random<R>& noise, scalar_t<T> const&) {
        auto const policy = distribution(outputs, stride);
        return policy.at(policy.noise(noise)).action;
    }
};

}  // namespace lockstep
