// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/ant.hpp>
#include <tests/envs/episode.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/thrown.hpp>

namespace ls = lockstep;
using ls::envs::ant;

TEST_CASE("an episode in double is Gymnasium's, contact forces included") {
    support::check_golden_episode<ant>("ant", 100, 1e-6);
    auto const rows = support::read_csv("envs/ant_episode.csv");
    CHECK(std::count_if(rows.begin(), rows.end(), [](std::vector<double> const& row) {
              return std::any_of(row.begin() + 37, row.end(), [](double force) { return force != 0; });
          }) > 10);
}

TEST_CASE("the view says what the observation holds, and changes nothing else") {
    using blind = ls::envs::basic_ant<ls::envs::ant_view{.position = true, .contact_forces = false}>;
    static_assert(ant::observation_size == 105);
    static_assert(blind::observation_size == 29);
    auto state = support::quiet_start<ant>();
    state.qpos[0] = 3;
    state.qpos[2] = 0.5;
    state.derived[0] = 3;
    blind::state<double> same{state.qpos, state.qvel, state.active, {3}};
    ls::vector<double, 8> const action{1, -1, 1, -1, 1, -1, 1, 0};
    for (int t = 0; t < 20; ++t) {
        auto const a = ant{}.step(state, action);
        auto const b = blind{}.step(same, action);
        CHECK(a.reward == b.reward);
        state = a.state;
        same = b.state;
        CHECK(blind{}.observe(same)[0] == state.qpos[0]);
        CHECK(blind{}.observe(same)[28] == ant{}.observe(state)[26]);
    }
}

TEST_CASE("the reward's weights and the healthy range are options") {
    ls::vector<double, 8> const action{0.5, -0.5, 0.5, -0.5, 0.5, -0.5, 0.5, -0.5};
    auto low = support::quiet_start<ant>();
    low.qpos[2] = 0.28;  // the torso's sphere nearly touches, the legs lie on the ground
    auto const reward = [&](ant const& env) { return env.step(low, action).reward; };
    double const speed = reward({.ctrl_cost_weight = 0, .contact_cost_weight = 0, .healthy_reward = 0});
    double const healthy = reward({.ctrl_cost_weight = 0, .contact_cost_weight = 0});
    double const cost = speed - reward({.ctrl_cost_weight = 0, .contact_cost_weight = 5e-4, .healthy_reward = 0});
    CHECK(healthy == doctest::Approx(speed + 1));
    CHECK(cost >= 0);
    CHECK(reward({}) == doctest::Approx(healthy - 0.5 * 2 - cost));
    CHECK(reward({.forward_reward_weight = 2, .ctrl_cost_weight = 0, .contact_cost_weight = 0}) ==
          doctest::Approx(2 * speed + 1));
    CHECK(reward({.ctrl_cost_weight = 0, .contact_cost_weight = 1, .healthy_reward = 0, .contact_force_range = {0, 0}}) ==
          doctest::Approx(speed));

    ant const tall{.healthy_z_range = {0.9, 1}};
    CHECK(tall.step(low, action).terminated);
    CHECK_FALSE(ant{.terminate_when_unhealthy = false, .healthy_z_range = {0.9, 1}}.step(low, action).terminated);
    CHECK_FALSE(ant{}.step(support::quiet_start<ant>(), action).terminated);
    auto broken = support::quiet_start<ant>();
    broken.qvel[9] = std::numeric_limits<double>::infinity();
    CHECK(ant{}.step(broken, action).terminated);
}

TEST_CASE("resets draw every position within 0.1 and every velocity with deviation 0.1") {
    ant const env;
    double sum = 0, squares = 0, largest = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        ls::random<float> random(3, i, 0);
        auto state = env.reset(random);
        CHECK(state.derived[0] == state.qpos[0]);
        state.qpos[2] -= 0.75f;
        state.qpos[3] -= 1;
        for (float const position : state.qpos) {
            largest = std::max(largest, static_cast<double>(std::abs(position)));
        }
        for (float const velocity : state.qvel) {
            sum += velocity;
            squares += velocity * velocity;
        }
    }
    CHECK(largest < 0.1001);
    CHECK(largest > 0.0999);
    CHECK(std::abs(sum / 14000) < 4 * 0.1 / std::sqrt(14000.0));
    CHECK(std::sqrt(squares / 14000) == doctest::Approx(0.1).epsilon(0.03));
}

TEST_CASE("float and lanes follow double until contacts have amplified their rounding") {
    support::check_numbers_agree<ant>({0.5, -0.3, 0.2, -0.4, 0.6, 0.1, -0.2, 0.3}, 15, 1e-3);
}

TEST_CASE("states thrown far apart go on finite or end their episode") {
    CHECK(support::nonfinite_after_throw(ant{}, 15, 14) == 0);
}

TEST_CASE("the body whose speed is rewarded is a parameter") {
    using ls::envs::ant;
    using shin = ls::envs::basic_ant<ls::envs::ant_view{}, 5, 4>;  // beyond aux_1 of the front left leg
    ant const env;
    shin const other;
    ls::random<double> random(7, 0, 0), again(7, 0, 0);
    auto const begun = env.reset(random);
    auto const same = other.reset(again);
    ls::vector<double, 8> const action{0, 0, 1, -1, 0, 0, 0, 0};
    auto const next = env.step(begun, action);
    auto const moved = other.step(same, action);
    CHECK(std::equal(next.state.qpos.begin(), next.state.qpos.end(), moved.state.qpos.begin()));
    auto const along_x = [](auto const& qpos) {  // the hip is at (0.2, 0.2, 0) of the torso, the ankle as far from it
        double const w = qpos[3], x = qpos[4], y = qpos[5], z = qpos[6], c = std::cos(qpos[7]), s = std::sin(qpos[7]);
        double const ahead = 0.2 + 0.2 * (c - s), aside = 0.2 + 0.2 * (c + s);
        double const square = w * w + x * x + y * y + z * z;
        return qpos[0] + (ahead * (w * w + x * x - y * y - z * z) + aside * 2 * (x * y - w * z)) / square;
    };
    CHECK(same.derived[0] == doctest::Approx(along_x(begun.qpos)).epsilon(1e-12));
    CHECK(moved.state.derived[0] == doctest::Approx(along_x(next.state.qpos)).epsilon(1e-3));
    double const gain = (moved.state.derived[0] - same.derived[0]) - (next.state.derived[0] - begun.derived[0]);
    CHECK(std::abs(gain) > 1e-3);
    CHECK(moved.reward - next.reward == doctest::Approx(gain / ant::dt));
}
