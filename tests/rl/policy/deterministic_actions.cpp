// SPDX-License-Identifier: MIT
#include <lockstep/rl/policy/deterministic_actions.hpp>

#include <concepts>

#include <doctest/doctest.h>

#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

namespace {
using actions = ls::deterministic_actions<ls::envs::pendulum>;
using R = ls::native_lanes;
static_assert(std::same_as<ls::searched_actions<ls::envs::pendulum>, actions>);
static_assert(std::same_as<ls::searched_actions<ls::envs::cartpole>, ls::categorical_actions<ls::envs::cartpole>>);
}  // namespace

TEST_CASE("the actor's outputs are the action, drawn or not") {
    actions const policy(nullptr);
    ls::random<R> noise(1, ls::consecutive_words<R>(0), ls::words<R>{});
    actions::outputs const chosen{R(0.75)};
    CHECK(actions::mode(chosen)[0][0] == 0.75f);
    CHECK(actions::action(policy.sample(chosen, noise))[0][1] == 0.75f);
    CHECK(actions::log_deviations == 0);
}
