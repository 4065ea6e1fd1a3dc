// SPDX-License-Identifier: MIT
// A Gaussian policy whose mean is the actor's outputs and whose deviation does not depend on the state. PPO was published with
// it, and uses it for continuous actions unless the user chooses another policy.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/nn/gaussian.hpp>

namespace lockstep {

/// A Gaussian distribution of actions with independent components. The actor's outputs are the mean. The logarithm of the
/// deviation of each component is a parameter of its own. action() computes the action from what sample() draws.
/// within_bounds<Env> then clips the action to [-1, 1].
template <class Env, class T = float>
struct gaussian_actions {
    template <class Number>
    using of_number = gaussian_actions<Env, Number>;
    static_assert(!discrete_actions<Env>,
                  "lockstep: gaussian_actions are real numbers, but the environment's actions are discrete");
    static constexpr std::string_view format = "lockstep.policy.1";
    static constexpr std::size_t action_size = agent_action_size<Env>;
    static constexpr std::size_t output_size = action_size;     ///< numbers that the actor computes
    static constexpr std::size_t log_deviations = action_size;  ///< parameters besides the actor's
    using number = T;
    using R = pack_t<T>;
    using actions = vector<R, action_size>;
    using outputs = vector<R, output_size>;

    diagonal_gaussian<R, action_size> gaussian;

    explicit gaussian_actions(pointer_t<T const> log_deviation) {
        for (std::size_t i = 0; i < action_size; ++i) {
            gaussian.log_deviation[i] = R(log_deviation[i]);
        }
    }

    /// Writes the log deviations of a new policy. In `parameters` they come after the parameters of Actor.
    template <class Actor>
    static void initialize(scalar_t<T>* parameters, float log_deviation) {
        std::fill_n(parameters + Actor::parameter_count, log_deviations, static_cast<scalar_t<T>>(log_deviation));
    }

    template <real N>
    static vector<N, action_size> mode(vector<N, output_size> const& mean) {
        return mean;
    }
    static actions action(actions const& drawn) { return drawn; }

    actions sample(outputs const& mean, random<R>& noise) const { return gaussian.sample(mean, noise); }
    R log_prob(outputs const& mean, actions const& drawn) const { return gaussian.log_prob(mean, drawn); }
    R entropy(outputs const&, random<R>&) const { return gaussian.entropy(); }

    /// Computes the gradient of by_log_prob * log_prob(drawn) + by_entropy * entropy. Writes the part with respect to the outputs
    /// to `to`, and the part with respect to the log deviations, if there are any, to `to_log_deviation`.
    void differentiate(outputs const& mean, actions const& drawn, random<R>&, R const& by_log_prob, R const& by_entropy,
                       outputs& to, vector<R, action_size>& to_log_deviation) const {
        auto const log_prob = gaussian.log_prob_gradient(mean, drawn);
        for (std::size_t i = 0; i < action_size; ++i) {
            to[i] = by_log_prob * log_prob.mean[i];
            // The derivative of the entropy of a Gaussian with respect to each log deviation is 1.
            to_log_deviation[i] = fma(by_log_prob, log_prob.log_deviation[i], by_entropy);
        }
    }
};

}  // namespace lockstep
