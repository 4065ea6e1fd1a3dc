// SPDX-License-Identifier: MIT
// A trained policy of SAC or TD3 as a value in the host's memory. Its actions are between -1 and 1.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/policy/checked_networks.hpp>
#include <lockstep/rl/policy/normalizer.hpp>
#include <lockstep/rl/policy/policy.hpp>

namespace lockstep {

/// The actor as kernels use it: its parameters in the device's memory, and the normaliser of its observations. Networks::action
/// computes actions from the actor's outputs.
template <class Networks>
struct bounded_actor_view {
    template <class World>
    using in = bounded_actor_view<typename Networks::template in<World>>;
    using T = typename Networks::number;
    using R = pack_t<T>;
    using actor = typename Networks::actor;
    using workspace = typename actor::template workspace<pack_width<T>>;
    using observations = vector<R, Networks::observation_size>;
    using actions = vector<R, Networks::action_size>;

    pointer_t<T const> parameters;          ///< [Networks::actor::parameter_count]
    pointer_t<T const> transposed_weights;  ///< [Networks::actor::transposed_count]
    normalizer<Networks::observation_size, scalar_t<T>> normalization;
    scalar_t<T> exploration_noise = scalar_t<T>(0);  ///< deviation of the noise that a deterministic policy adds to explore

    /// Returns the actions for a pack of observations, without noise. `work` must be prepared.
    actions act(observations const& observation, workspace& work) const {
        forward_actor<actor>(parameters, transposed_weights, normalization(observation), work);
        return Networks::action(work.outputs + 0, pack_width<T>);
    }

    /// Returns actions with noise, with which a training explores. `work` must be prepared.
    actions act(observations const& observation, workspace& work, random<R>& noise) const {
        forward_actor<actor>(parameters, transposed_weights, normalization(observation), work);
        return Networks::explore(work.outputs + 0, pack_width<T>, noise, exploration_noise);
    }
};

/// A policy for Env in the host's memory: an actor and the normaliser of its observations. An action is tanh of the first
/// action_size outputs of the actor.
template <class Env, class Networks>
struct bounded_policy {
    static_assert(check_networks<Networks>());
    using environment = Env;
    using networks = Networks;
    using actor = typename Networks::actor;
    using view = bounded_actor_view<Networks>;
    static constexpr std::string_view format = Networks::policy_format;
    static constexpr std::size_t observation_size = Networks::observation_size;
    static constexpr std::size_t action_size = Networks::action_size;

    std::vector<float> parameters = std::vector<float>(actor::parameter_count);
    normalizer<observation_size> normalization = normalizer<observation_size>::identity();

    /// Returns the action for one observation, without noise. within_bounds<Env> maps this action to the range of
    /// the environment.
    vector<float, action_size> mean_action(vector<float, observation_size> const& observation) const {
        auto const outputs = forward_on_host<actor>(parameters, normalization(observation));
        vector<float, action_size> action;
        for (std::size_t i = 0; i < action_size; ++i) {
            action[i] = tanh(outputs[i]);
        }
        return action;
    }

    /// Returns an action that is drawn from a policy of SAC. A policy of TD3 is deterministic: its action is the mean_action.
    /// With random<float>(seed, environment, step, draw_purpose::action) it is the action that `evaluate` draws, up to rounding.
    vector<float, action_size> draw_action(vector<float, observation_size> const& observation, random<float>& noise) const {
        using on_host = typename Networks::template in<world_of_packs_t<float>>;
        auto const outputs = forward_on_host<actor>(parameters, normalization(observation));
        return on_host::explore(outputs.data(), 1, noise, 0.0f);
    }
};

}  // namespace lockstep
