// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/walker2d.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/random_policy.hpp>

namespace ls = lockstep;
using ls::envs::walker2d;

namespace {

template <class R>
walker2d::state<R> standing() {
    walker2d::state<R> state;
    for (R& row : ls::rows<R>(state)) {
        row = R(0);
    }
    state.qpos[1] = R(1.25);
    for (R& word : state.active) {
        word = ls::empty_word<R>();
    }
    return state;
}

}  // namespace

TEST_CASE("an episode in double is Gymnasium's") {
    auto const rows = support::read_csv("envs/walker2d_episode.csv");
    REQUIRE(rows.size() == 200);
    walker2d const env;
    auto state = standing<double>();
    for (auto const& row : rows) {
        ls::vector<double, 6> action;
        std::copy_n(row.begin(), 6, action.begin());
        auto const next = env.step(state, action);
        state = next.state;
        auto const observation = env.observe(state);
        CHECK(std::abs(next.reward - row[6]) < 1e-9);
        CHECK(next.terminated == (row[7] != 0));
        for (std::size_t i = 0; i < walker2d::observation_size; ++i) {
            CHECK(std::abs(observation[i] - row[8 + i]) < 1e-9);
        }
    }
}

TEST_CASE("the reward's weights, the healthy ranges and the position are options") {
    ls::vector<double, 6> const action{0.5, -0.5, 0.5, -0.5, 0.5, -0.5};
    auto const start = standing<double>();
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

TEST_CASE("resets draw every position and velocity within the noise") {
    for (double const noise : {5e-3, 0.1}) {
        walker2d const env{.reset_noise_scale = noise};
        double largest = 0;
        for (std::uint32_t i = 0; i < 300; ++i) {
            ls::random<double> random(3, i, 0);
            auto state = env.reset(random);
            state.qpos[1] -= 1.25;
            for (std::size_t k = 0; k < 9; ++k) {
                largest = std::max({largest, std::abs(state.qpos[k]), std::abs(state.qvel[k])});
            }
        }
        CHECK(largest <= noise);
        CHECK(largest > 0.98 * noise);
    }
}

TEST_CASE("float and lanes follow double until contacts have amplified their rounding") {
    walker2d const env;
    ls::vector<double, 6> const action{0.5, -0.3, 0.2, -0.4, 0.6, 0.1};
    ls::vector<float, 6> action_float;
    ls::vector<ls::native_lanes, 6> action_lanes;
    for (std::size_t i = 0; i < 6; ++i) {
        action_float[i] = static_cast<float>(action[i]);
        action_lanes[i] = ls::native_lanes(action[i]);
    }
    auto exact = standing<double>();
    auto single = standing<float>();
    auto lanes = standing<ls::native_lanes>();
    for (int t = 0; t < 30; ++t) {
        exact = env.step(exact, action).state;
        single = env.step(single, action_float).state;
        lanes = env.step(lanes, action_lanes).state;
        for (std::size_t i = 0; i < 9; ++i) {
            CHECK(std::abs(single.qpos[i] - exact.qpos[i]) < 1e-3);
            CHECK(std::abs(lanes.qpos[i][ls::native_width - 1] - exact.qpos[i]) < 1e-3);
            CHECK(lanes.qpos[i][0] == lanes.qpos[i][ls::native_width - 1]);
        }
    }
}

// MuJoCo 3.6.0 and Gymnasium in double, 3509 episodes: return 1.674 with deviation 5.953, length 21.25 with 8.72.
TEST_CASE("a random policy earns what it earns in Gymnasium") {
    auto const [earned, length] = support::random_policy(walker2d{}, 16, 16);
    CHECK(support::agrees(earned, 1.674, 0.10));
    CHECK(support::agrees(length, 21.25, 8.72 / std::sqrt(3509.0)));
    CHECK(earned.deviation() == doctest::Approx(5.953).epsilon(0.1));
    CHECK(length.deviation() == doctest::Approx(8.72).epsilon(0.1));
}
