// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <limits>

#include <lockstep/envs/humanoid.hpp>
#include <tests/envs/episode.hpp>
#include <tests/envs/wild_states.hpp>
#include <tests/support/thrown.hpp>

namespace ls = lockstep;
using ls::envs::humanoid;

TEST_CASE("an episode in double is Gymnasium's, with all that is derived") {
    static_assert(humanoid::observation_size == 348);
    support::check_golden_episode<humanoid>("humanoid", 25, 1e-8);
}

TEST_CASE("the reward's weights, the contacts' cost and the healthy range are options") {
    ls::vector<double, 17> action;
    for (std::size_t u = 0; u < 17; ++u) {
        action[u] = u % 2 == 0 ? 0.4 : -0.5;
    }
    double const squares = dot(action, action);
    auto low = support::quiet_start<humanoid>();
    low.qpos[2] = 1.25;  // the feet are in the ground
    auto const reward = [&](humanoid const& env) { return env.step(low, action).reward; };
    double const speed =
        reward({.forward_reward_weight = 1, .ctrl_cost_weight = 0, .contact_cost_weight = 0, .healthy_reward = 0});
    double const contact = speed - reward({.forward_reward_weight = 1, .ctrl_cost_weight = 0, .healthy_reward = 0});
    CHECK(contact > 0.1);
    CHECK(contact < 10);
    CHECK(reward({}) == doctest::Approx(1.25 * speed + 5 - 0.1 * squares - contact));
    CHECK(reward({.contact_cost_range = {0, 0.05}}) == doctest::Approx(reward({}) + contact - 0.05));
    CHECK(reward({.contact_cost_range = {20, 30}}) == doctest::Approx(reward({}) + contact - 20));
    CHECK(reward({.forward_reward_weight = 2, .ctrl_cost_weight = 1, .contact_cost_weight = 0, .healthy_reward = 1}) ==
          doctest::Approx(2 * speed + 1 - squares));

    humanoid const tall{.healthy_z_range = {1.5, 2}};
    CHECK(tall.step(low, action).terminated);
    CHECK(tall.step(low, action).reward == doctest::Approx(reward({}) - 5));
    CHECK_FALSE(humanoid{.terminate_when_unhealthy = false, .healthy_z_range = {1.5, 2}}.step(low, action).terminated);
    CHECK_FALSE(humanoid{}.step(low, action).terminated);
    low.qvel[2] = std::numeric_limits<double>::quiet_NaN();
    CHECK(humanoid{}.step(low, action).terminated);
}

TEST_CASE("the motors see a clamped action, its cost the action itself") {
    ls::vector<double, 17> one, two;
    for (std::size_t u = 0; u < 17; ++u) {
        one[u] = u % 2 == 0 ? 0.4 : -0.4;
        two[u] = 2 * one[u];
    }
    auto const start = support::quiet_start<humanoid>();
    auto const a = humanoid{}.step(start, one), b = humanoid{}.step(start, two);
    auto const seen = humanoid{}.observe(a.state), same = humanoid{}.observe(b.state);
    for (std::size_t i = 0; i < humanoid::observation_size; ++i) {
        CHECK(seen[i] == same[i]);
    }
    CHECK(a.reward - b.reward == doctest::Approx(0.1 * 17 * (0.64 - 0.16)));
}

TEST_CASE("resets draw every position and velocity within the noise") { support::check_uniform_noise<humanoid>(); }

TEST_CASE("float and lanes follow double until contacts have amplified their rounding") {
    support::check_numbers_agree<humanoid>(
        {0.1, -0.1, 0.1, 0.05, -0.05, 0.1, 0.1, 0.05, -0.1, -0.1, 0.05, 0.1, 0.2, -0.1, -0.1, 0.2, 0.1}, 20, 1e-3);
}

TEST_CASE("wild states end in numbers") {
    support::check_wild_states<humanoid>();
    CHECK(support::nonfinite_after_throw(humanoid{}, 24, 23) == 0);
}
