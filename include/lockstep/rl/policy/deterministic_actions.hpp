// SPDX-License-Identifier: MIT
// A policy whose action is a function of the observation: for learners that explore by perturbing parameters, not actions.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/envs/concept/action_bounds.hpp>
#include <lockstep/rl/policy/categorical_actions.hpp>

namespace lockstep {

/// Actions that are the actor's outputs themselves. within_bounds<Env> clips them to [-1, 1]. This type has only those members of
/// gaussian_actions that need no probabilities. There are no log deviations.
template <class Env, class T = float>
struct deterministic_actions {
    template <class Number>
    using of_number = deterministic_actions<Env, Number>;
    static_assert(!discrete_actions<Env>,
                  "lockstep: deterministic_actions are real numbers, but the environment's actions are discrete");
    static constexpr std::string_view format = "lockstep.clipped_policy.1";
    static constexpr std::size_t action_size = Env::action_size;
    static constexpr std::size_t output_size = action_size;
    static constexpr std::size_t log_deviations = 0;
    using number = T;
    using R = pack_t<T>;
    using actions = vector<R, action_size>;
    using outputs = vector<R, output_size>;

    explicit deterministic_actions(pointer_t<T const>) {}

    template <class Actor>
    static void initialize(scalar_t<T>*, float) {}

    template <real N>
    static vector<N, action_size> mode(vector<N, output_size> const& chosen) {
        return chosen;
    }
    static actions action(actions const& drawn) { return drawn; }
    /// Returns the actor's outputs without noise.
    actions sample(outputs const& chosen, random<R>&) const { return chosen; }
};

namespace detail {
template <class Env>
struct searched_actions {
    using type = deterministic_actions<Env>;
};
template <discrete_actions Env>
struct searched_actions<Env> {
    using type = categorical_actions<Env>;
};
}  // namespace detail

/// The actions of a policy that evolution strategies learn: deterministic_actions, or categorical_actions if actions are
/// discrete. Of discrete actions the policy takes the most probable one.
template <class Env>
using searched_actions = typename detail::searched_actions<Env>::type;

}  // namespace lockstep
