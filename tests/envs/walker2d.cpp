// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>


#include <lockstep/envs/walker2d.hpp>
#include <tests/envs/episode.hpp>
#include <tests/support/thrown.hpp>

namespace ls = lockstep;
using ls::envs::walker2d;

TEST_CASE("an episode in double is Gymnasium's") { support::check_golden_episode<walker2d>("walker2d", 200, 1e-9); }

TEST_CASE("the reward's weights, the healthy ranges and the position are options") {
    ls::vector<double, 6> const action{0.5, -0.5, 0.5, -0.5, 0.5, -0.5};
    auto const start = support::quiet_start<walker2d>();
    auto const reward = [&](walker2d const& env) { return env.step(start, action).reward; };
    double const speed = reward({.ctrl_cost_weight = 0, .healthy_reward = 0});
    CHECK(reward({}) == doctest::Approx(speed + 1 - 1e-3 * 1.5));
    CHECK(reward({.forward_reward_weight = 2, .ctrl_cost_weight = 0.1, .healthy_reward = 3}) ==
          doctest::Approx(2 * speed + 3 - 0.15));

    walker2d const tall{.healthy_z_range = {1.5, 2}};
    CHECK(tall.step(start, action).terminated);
    CHECK(tall.step(start, action).reward == doctest::Approx(reward({}) - 1));
    CHECK_FALSE(walker2d{.terminate_when_unhealthy = false, .healthy_z_range = {1.5, 2}}.step(start, action).terminated);
    CHECK(walker2d{.healthy_angle_range = {0.5, 1}}.step(start, action).terminated);
    CHECK_FALSE(walker2d{}.step(start, action).terminated);

    ls::envs::basic_walker2d<true>::state<double> there{start.qpos, start.qvel, start.active};
    there.qpos[0] = 7;
    there.qvel[3] = -12;
    there.qvel[8] = 12;
    auto const shown = ls::envs::basic_walker2d<true>{}.observe(there);
    CHECK(shown[0] == 7);
    CHECK(shown[1] == 1.25);
    CHECK(shown[12] == -10);
    CHECK(shown[17] == 10);
}

TEST_CASE("resets draw every position and velocity within the noise") { support::check_uniform_noise<walker2d>(); }

TEST_CASE("float and lanes follow double until contacts have amplified their rounding") {
    support::check_numbers_agree<walker2d>({0.5, -0.3, 0.2, -0.4, 0.6, 0.1}, 30, 1e-3);
}

TEST_CASE("states thrown far apart go on finite or end their episode") {
    CHECK(support::nonfinite_after_throw(walker2d{}, 9, 9) == 0);
}
