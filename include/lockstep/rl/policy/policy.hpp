// SPDX-License-Identifier: MIT
// A trained policy as a value in the host's memory. It can be saved, loaded, evaluated and deployed.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/envs/concept/agents.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/policy/normalizer.hpp>

namespace lockstep {

/// Returns the outputs of an actor, computed in plain loops. `input` is one normalised observation, or the memory of a
/// recurrent actor.
template <class Actor, class Input>
std::vector<float> forward_on_host(std::vector<float> const& parameters, Input const& input) {
    std::vector<float> from;
    if constexpr (convolutional<Actor>) {
        from = Actor::look(parameters.data(), input);
    } else {
        from.assign(input.begin(), input.end());
    }
    for (std::size_t l = 0; l <= Actor::hidden_layers; ++l) {
        std::vector<float> to(Actor::layer_outputs(l));
        for (std::size_t o = 0; o < to.size(); ++o) {
            to[o] = parameters[Actor::bias(l, o)];
            for (std::size_t i = 0; i < from.size(); ++i) {
                to[o] += parameters[Actor::weight(l, o, i)] * from[i];
            }
        }
        if constexpr (Actor::normalizes) {
            if (l < Actor::hidden_layers) {
                std::vector<float> kept(padded(to.size()));
                to.resize(kept.size());
                layer_norm_sample<float>{Actor::layer_outputs(l)}.forward(to.data(), parameters.data() + Actor::gains(l),
                                                                          parameters.data() + Actor::shifts(l), kept.data());
                to.resize(Actor::layer_outputs(l));
            }
        }
        for (std::size_t o = 0; o < to.size() && l < Actor::hidden_layers; ++o) {
            to[o] = Actor::activation::value(to[o]);
        }
        from = std::move(to);
    }
    return from;
}

/// A policy for Env in the host's memory: an actor, the log deviations of its actions if they do not depend on the state, and the
/// normaliser of its observations.
template <class Env, class Hidden = hidden_layers<tanh_activation, 64, 64>, class Actions = default_actions<Env>>
struct ppo_policy {
    static_assert(check_layers<Hidden, Env>());
    using environment = Env;
    using networks = actor_critic<Env, Hidden, Actions>;
    using actor = typename networks::actor;
    using view = actor_view<networks>;
    static constexpr std::string_view format = Actions::format;
    static constexpr std::size_t observation_size = networks::observation_size;
    static constexpr std::size_t action_size = networks::action_size;

    std::vector<float> parameters = std::vector<float>(networks::critic_begin);  ///< actor, then log deviations
    normalizer<observation_size> normalization = normalizer<observation_size>::identity();

    /// The policy's memory of an episode. It must be zeros at the start of an episode. Its size is 0 unless the policy's layers
    /// are recurrent.
    using memory = std::array<float, memory_size<actor>>;

    /// Returns the most probable action for one observation: an index, or the mean of continuous actions. A mean may be outside
    /// of [-1, 1]. within_bounds<Env> clips it to [-1, 1] and maps it to the range of the environment. Updates `remembered` for
    /// the next step.
    vector<float, action_size> mean_action(vector<float, observation_size> const& observation, memory& remembered) const {
        return Actions::mode(outputs(observation, remembered));
    }
    /// Returns the same action for the first step of an episode, or for a policy without memory.
    vector<float, action_size> mean_action(vector<float, observation_size> const& observation) const {
        memory fresh{};
        return mean_action(observation, fresh);
    }

    /// Returns an action that is drawn from the policy, as in a training. Updates `remembered` for the next step. With
    /// random<float>(seed, environment, step, draw_purpose::action) it is the action that `evaluate` draws, up to rounding.
    vector<float, action_size> draw_action(vector<float, observation_size> const& observation, random<float>& noise,
                                           memory& remembered) const {
        using on_host = typename Actions::template of_number<world_of_packs_t<float>>;
        auto const drawn =
            on_host(parameters.data() + networks::log_deviation).sample(outputs(observation, remembered), noise);
        return on_host::action(drawn);
    }
    vector<float, action_size> draw_action(vector<float, observation_size> const& observation, random<float>& noise) const {
        memory fresh{};
        return draw_action(observation, noise, fresh);
    }

private:
    vector<float, Actions::output_size> outputs(vector<float, observation_size> const& observation, memory& remembered) const {
        auto const normalized = normalization(observation);
        std::vector<float> from;
        if constexpr (recurrent<actor>) {
            actor::remember(parameters.data(), normalized, remembered);
            from = forward_on_host<actor>(parameters, remembered);
        } else {
            from = forward_on_host<actor>(parameters, normalized);
        }
        vector<float, Actions::output_size> result;
        std::copy_n(from.begin(), result.size(), result.begin());
        return result;
    }
};

/// P is a policy that can be saved, loaded, evaluated and deployed: bounded_policy (sac_policy and td3_policy), or ppo_policy,
/// which PPO, SHAC and evolution strategies learn.
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

/// L is a learner. If one is passed by mistake where a policy is needed, a deleted overload is chosen. The comment of that
/// overload says what to write.
template <class L>
concept has_policy = requires(L& learner) {
    learner.iterate();
    learner.policy();
};

/// Returns the mean actions of all agents of Policy::environment, one after another. Each agent acts on its part of the
/// observation. The policy must have no memory.
template <trained_policy Policy>
    requires(!recurrent<typename Policy::actor>)
vector<float, Policy::environment::action_size>
mean_actions(Policy const& policy, vector<float, Policy::environment::observation_size> const& observation) {
    return act_together<typename Policy::environment>(observation, [&](auto const& own) { return policy.mean_action(own); });
}

}  // namespace lockstep
