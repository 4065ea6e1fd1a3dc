// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include <lockstep/envs/humanoid_standup.hpp>
#include <tests/envs/episode.hpp>
#include <tests/envs/wild_states.hpp>
#include <tests/support/random_policy.hpp>
#include <tests/support/thrown.hpp>

namespace ls = lockstep;
using ls::envs::humanoid_standup;

TEST_CASE("an episode in double is Gymnasium's, with all that is derived") {
    static_assert(humanoid_standup::observation_size == 348);
    support::check_golden_episode<humanoid_standup>("humanoid_standup", 25, 1e-8);
}

TEST_CASE("the reward's weights and the impacts' cost are options") {
    ls::vector<double, 17> action;
    for (std::size_t u = 0; u < 17; ++u) {
        action[u] = u % 2 == 0 ? 0.4 : -0.5;
    }
    double const squares = dot(action, action);
    auto deep = support::quiet_start<humanoid_standup>();
    deep.qpos[2] = 0.05;
    auto const next = humanoid_standup{}.step(deep, action);
    CHECK_FALSE(next.terminated);
    auto const reward = [&](humanoid_standup const& env) { return env.step(deep, action).reward; };
    double const height = reward({.ctrl_cost_weight = 0, .impact_cost_weight = 0}) - 1;
    double const impact = height + 1 - reward({.ctrl_cost_weight = 0});
    CHECK(height == doctest::Approx(next.state.qpos[2] / 0.003));
    CHECK(impact > 0.1);
    CHECK(impact < 10);
    CHECK(reward({}) == doctest::Approx(height + 1 - 0.1 * squares - impact));
    CHECK(reward({.uph_cost_weight = 3, .ctrl_cost_weight = 1, .impact_cost_weight = 0}) ==
          doctest::Approx(3 * height + 1 - squares));
    CHECK(reward({.impact_cost_range = {0, 0.05}}) == doctest::Approx(reward({}) + impact - 0.05));
    CHECK(reward({.impact_cost_range = {20, 30}}) == doctest::Approx(reward({}) + impact - 20));
}

TEST_CASE("resets draw every position and velocity within the noise") { support::check_uniform_noise<humanoid_standup>(); }

TEST_CASE("float and lanes follow double until contacts have amplified their rounding") {
    support::check_numbers_agree<humanoid_standup>(
        {0.1, -0.1, 0.1, 0.05, -0.05, 0.1, 0.1, 0.05, -0.1, -0.1, 0.05, 0.1, 0.2, -0.1, -0.1, 0.2, 0.1}, 10, 1e-3);
}

TEST_CASE("wild states end in numbers") {
    support::check_wild_states<humanoid_standup>();
    CHECK(support::nonfinite_after_throw(humanoid_standup{}, 24, 23) == 0);
}

// MuJoCo 4.0.1 and Gymnasium's reward in double, 36 episodes: return 33670 with deviation 2747.
TEST_CASE("a random policy earns what it earns in Gymnasium") {
    auto const [earned, length] = support::random_policy(humanoid_standup{}, 4, 1);
    CHECK(support::agrees(earned, 33670, 2747 / std::sqrt(36.0)));
    CHECK(length.mean() == 1000);
}
