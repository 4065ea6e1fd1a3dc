// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;
using ls::envs::half_cheetah;

TEST_CASE("episodes in double are Gymnasium's") {
    auto const rows = support::read_csv("physics/half_cheetah_trajectory.csv");
    half_cheetah const env;
    half_cheetah::state<double> state{};
    double x_before = 0;
    for (std::size_t t = 0; t <= 100; ++t) {
        ls::vector<double, 6> action;
        std::copy_n(rows[t].begin(), 6, action.begin());
        auto const next = env.step(state, action);
        state = next.state;
        auto const observation = env.observe(state);
        for (std::size_t i = 0; i < 8; ++i) {
            CHECK(std::abs(observation[i] - rows[t][7 + i]) < 1e-6);
        }
        for (std::size_t i = 0; i < 9; ++i) {
            CHECK(observation[8 + i] == state.qvel[i]);
        }
        double cost = 0;
        for (double const a : action) {
            cost += 0.1 * a * a;
        }
        CHECK(next.reward == doctest::Approx((rows[t][6] - x_before) / 0.05 - cost).epsilon(1e-6));
        CHECK_FALSE(next.terminated);
        x_before = rows[t][6];
    }
}

TEST_CASE("an episode goes on when rounding has long led it away from Gymnasium's") {
    auto const rows = support::read_csv("physics/half_cheetah_trajectory.csv");
    half_cheetah const env;
    half_cheetah::state<double> state{};
    REQUIRE(rows.size() == 300);
    for (auto const& row : rows) {
        ls::vector<double, 6> action;
        std::copy_n(row.begin(), 6, action.begin());
        state = env.step(state, action).state;
        for (std::size_t i = 0; i < 9; ++i) {
            CHECK(std::abs(state.qpos[i]) < 10);
            CHECK(std::abs(state.qvel[i]) < 100);
        }
        CHECK(std::all_of(row.begin(), row.end(), [](double x) { return std::isfinite(x); }));
    }
}

TEST_CASE("the motors see a clamped action, its cost the action itself") {
    half_cheetah const env;
    half_cheetah::state<double> const start{};
    ls::vector<double, 6> const one{1, -1, 1, -1, 1, -1}, two{2, -2, 2, -2, 2, -2};
    auto const a = env.step(start, one), b = env.step(start, two);
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(a.state.qpos[i] == b.state.qpos[i]);
    }
    CHECK(a.reward - b.reward == doctest::Approx(0.1 * (24 - 6)));
}

TEST_CASE("the reward's weights, the noise and the position are options") {
    half_cheetah::state<double> const start{};
    ls::vector<double, 6> const one{1, -1, 1, -1, 1, -1};
    double const speed = half_cheetah{.ctrl_cost_weight = 0}.step(start, one).reward;
    CHECK(half_cheetah{}.step(start, one).reward == doctest::Approx(speed - 0.6));
    CHECK(half_cheetah{.forward_reward_weight = 2, .ctrl_cost_weight = 1}.step(start, one).reward ==
          doctest::Approx(2 * speed - 6));

    ls::random<double> random(3, 0, 0);
    auto const still = half_cheetah{.reset_noise_scale = 0}.reset(random);
    for (double const x : ls::numbers_of<double>(still)) {
        CHECK(x == 0);
    }

    ls::envs::basic_half_cheetah<true>::state<double> there{};
    there.qpos[0] = 7;
    there.qvel[8] = 12;
    auto const shown = ls::envs::basic_half_cheetah<true>{}.observe(there);
    CHECK(shown[0] == 7);
    CHECK(shown[17] == 12);
}

TEST_CASE("resets draw every position within 0.1 and every velocity with deviation 0.1") {
    half_cheetah const env;
    double sum = 0, squares = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        ls::random<float> random(3, i, 0);
        auto const state = env.reset(random);
        for (std::size_t k = 0; k < 9; ++k) {
            CHECK(std::abs(state.qpos[k]) <= 0.1f);
            sum += state.qvel[k];
            squares += state.qvel[k] * state.qvel[k];
        }
        for (float const word : state.active) {
            CHECK(word == 0);
        }
    }
    CHECK(std::abs(sum / 9000) < 4 * 0.1 / std::sqrt(9000.0));
    CHECK(std::sqrt(squares / 9000) == doctest::Approx(0.1).epsilon(0.03));
}

TEST_CASE("float and lanes follow double until contacts have amplified their rounding") {
    half_cheetah const env;
    ls::vector<double, 6> const action{0.5, -0.3, 0.2, -0.4, 0.6, 0.1};
    ls::vector<float, 6> action_float;
    ls::vector<ls::native_lanes, 6> action_lanes;
    for (std::size_t i = 0; i < 6; ++i) {
        action_float[i] = static_cast<float>(action[i]);
        action_lanes[i] = ls::native_lanes(action[i]);
    }
    half_cheetah::state<double> exact{};
    half_cheetah::state<float> single{};
    half_cheetah::state<ls::native_lanes> lanes;
    for (ls::native_lanes& pack : ls::numbers_of<ls::native_lanes>(lanes)) {
        pack = ls::native_lanes(0);
    }
    for (int t = 0; t < 10; ++t) {
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
