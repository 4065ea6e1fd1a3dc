// SPDX-License-Identifier: MIT
// A Gaussian policy that is squashed into the bounds of its actions. Soft actor-critic uses it, and so does PPO if the user
// chooses it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/nn/squashed_gaussian.hpp>

namespace lockstep {

/// A Gaussian distribution whose draws tanh squashes into [-1, 1]. The actor's outputs are the means, then the log deviations, of
/// the components before squashing. sample() returns a draw before squashing, since an action at a bound does not determine the
/// draw. The members are those of gaussian_actions. The entropy has no closed form and is estimated from one draw.
template <class Env, class T = float>
struct squashed_actions {
    template <class Number>
    using of_number = squashed_actions<Env, Number>;
    static_assert(!discrete_actions<Env>,
                  "lockstep: squashed_actions are real numbers, but the environment's actions are discrete");
    static constexpr std::string_view format = "lockstep.squashed_policy.1";
    static constexpr std::size_t action_size = agent_action_size<Env>;
    static constexpr std::size_t output_size = 2 * action_size;
    static constexpr std::size_t log_deviations = 0;
    using number = T;
    using R = pack_t<T>;
    using actions = vector<R, action_size>;
    using outputs = vector<R, output_size>;

    /// The bounds to which the actor's outputs for log deviations are clamped. The gradient with respect to a clamped output
    /// is zero.
    static constexpr float least_log_deviation = -20, greatest_log_deviation = 2;

    explicit squashed_actions(pointer_t<T const>) {}

    /// Sets the biases of a new actor so that deviations begin near exp(log_deviation).
    template <class Actor>
    static void initialize(scalar_t<T>* parameters, float log_deviation) {
        for (std::size_t i = action_size; i < output_size; ++i) {
            parameters[Actor::bias(Actor::hidden_layers, i)] = log_deviation;
        }
    }

    template <real N>
    static vector<N, action_size> mode(vector<N, output_size> const& from) {
        return distribution(from).mode();
    }
    static actions action(actions const& drawn) {
        actions squashed = drawn;
        for (R& x : squashed) {
            x = tanh(x);
        }
        return squashed;
    }

    actions sample(outputs const& from, random<R>& noise) const {
        auto const policy = distribution(from);
        return diagonal_gaussian<R, action_size>{policy.log_deviation}.sample(policy.mean, noise);
    }
    R log_prob(outputs const& from, actions const& drawn) const { return distribution(from).log_prob(drawn); }
    R entropy(outputs const& from, random<R>& noise) const {
        auto const policy = distribution(from);
        return -policy.at(policy.noise(noise)).log_prob;
    }

    void differentiate(outputs const& from, actions const& drawn, random<R>& noise, R const& by_log_prob, R const& by_entropy,
                       outputs& to, actions&) const {
        auto const policy = distribution(from);
        auto const log_prob = policy.log_prob_gradient(drawn);
        auto const fresh = policy.noise(noise);
        auto const entropy = policy.draw_gradient(policy.at(fresh), fresh, {}, -by_entropy);
        for (std::size_t i = 0; i < action_size; ++i) {
            R const by_log_deviation = by_log_prob * log_prob.log_deviation[i] + entropy.log_deviation[i];
            to[i] = by_log_prob * log_prob.mean[i] + entropy.mean[i];
            to[action_size + i] = policy.unless_held(i, from[action_size + i], by_log_deviation);
        }
    }

    /// Returns the distribution whose means and log deviations are the actor's outputs.
    template <real N>
    static squashed_gaussian<N, action_size> distribution(vector<N, output_size> const& from) {
        squashed_gaussian<N, action_size> result;
        for (std::size_t i = 0; i < action_size; ++i) {
            result.mean[i] = from[i];
            result.log_deviation[i] = clamp(from[action_size + i], N(least_log_deviation), N(greatest_log_deviation));
        }
        return result;
    }
};

}  // namespace lockstep
