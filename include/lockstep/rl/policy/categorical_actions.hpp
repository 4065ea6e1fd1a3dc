// SPDX-License-Identifier: MIT
// A policy for discrete actions: the actor's outputs are the logits of the actions.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/core/holds.hpp>
#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/nn/categorical.hpp>

namespace lockstep {

/// A categorical distribution of actions. The actor has one output, a logit, for each action. The members are those of
/// gaussian_actions, but there are no log deviations.
template <class Env, class T = float>
struct categorical_actions {
    template <class Number>
    using of_number = categorical_actions<Env, Number>;
    static_assert(holds(discrete_actions<Env>), "lockstep: categorical_actions need an environment with an action_count");
    static constexpr std::string_view format = "lockstep.categorical_policy.1";
    static constexpr std::size_t action_size = 1;
    static constexpr std::size_t output_size = Env::action_count;
    static constexpr std::size_t log_deviations = 0;
    using number = T;
    using R = pack_t<T>;
    using actions = vector<R, 1>;
    using outputs = vector<R, output_size>;

    explicit categorical_actions(pointer_t<T const>) {}

    template <class Actor>
    static void initialize(scalar_t<T>*, float) {}

    template <real N>
    static vector<N, 1> mode(vector<N, output_size> const& logits) {
        return {categorical<N, output_size>{logits}.mode()};
    }
    static actions action(actions const& drawn) { return drawn; }

    actions sample(outputs const& logits, random<R>& noise) const { return {at(logits).sample(noise)}; }
    R log_prob(outputs const& logits, actions const& drawn) const { return at(logits).log_prob(drawn[0]); }
    R entropy(outputs const& logits, random<R>&) const { return at(logits).entropy(); }

    void differentiate(outputs const& logits, actions const& drawn, random<R>&, R const& by_log_prob, R const& by_entropy,
                       outputs& to, vector<R, 1>&) const {
        to = at(logits).log_prob_gradient(drawn[0]) * by_log_prob + at(logits).entropy_gradient() * by_entropy;
    }

private:
    static categorical<R, output_size> at(outputs const& logits) { return {logits}; }
};

}  // namespace lockstep
