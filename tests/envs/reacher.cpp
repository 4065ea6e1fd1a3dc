// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/reacher.hpp>
#include <lockstep/physics/robots/reacher.hpp>
#include <tests/envs/golden_episode.hpp>
#include <tests/envs/wild_states.hpp>

namespace ls = lockstep;
using ls::envs::reacher;

TEST_CASE("steps in double are Gymnasium's") {
    support::check_golden_steps<reacher, double>("reacher", 1e-9);
    support::check_golden_trajectory<reacher, double>("reacher", std::array<double, 4>{0, 0, 0.1, -0.05}, 300, 1e-9);
}

TEST_CASE_TEMPLATE("steps in float and lanes follow", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    support::check_golden_trajectory<reacher, R>("reacher", std::array<double, 4>{0, 0, 0.1, -0.05}, 100, 1e-3);
}

TEST_CASE("the state has room for the solver's active set") {
    CHECK(reacher::state<float>{}.active.size() == ls::physics::reacher_model.words);
}

TEST_CASE("both parts of the reward have a weight") {
    reacher const usual, distance_only{.reward_control_weight = 0}, control_only{.reward_dist_weight = 0};
    reacher::state<double> start{};
    start.qpos[2] = 0.1;
    ls::vector<double, 2> const action{0.5, -2};
    double const control = control_only.step(start, action).reward;
    CHECK(control == doctest::Approx(-4.25));
    CHECK(usual.step(start, action).reward == doctest::Approx(control + distance_only.step(start, action).reward));
}

TEST_CASE("resets put the target anywhere in the disc, and know how far it is") {
    reacher const env;
    double inside_half = 0, sum_x = 0, sum_y = 0;
    for (std::uint32_t i = 0; i < 4000; ++i) {
        ls::random<float> random(3, i, 0);
        auto const state = env.reset(random);
        float const x = state.qpos[2], y = state.qpos[3], distance = std::hypot(x, y);
        CHECK(distance <= 0.2f);
        inside_half += distance < 0.1f ? 1 : 0;
        sum_x += x;
        sum_y += y;
        for (std::size_t k = 0; k < 2; ++k) {
            CHECK(std::abs(state.qpos[k]) <= 0.1f);
            CHECK(std::abs(state.qvel[k]) <= 0.005f);
            CHECK(state.qvel[2 + k] == 0);
        }
        float const whole = state.qpos[0] + state.qpos[1];
        CHECK(state.offset[0] == doctest::Approx(0.1f * std::cos(state.qpos[0]) + 0.11f * std::cos(whole) - x).epsilon(1e-4));
        CHECK(state.offset[1] == doctest::Approx(0.1f * std::sin(state.qpos[0]) + 0.11f * std::sin(whole) - y).epsilon(1e-4));
    }
    CHECK(inside_half / 4000 == doctest::Approx(0.25).epsilon(0.1));
    CHECK(std::abs(sum_x / 4000) < 4 * 0.1 / std::sqrt(4000.0));
    CHECK(std::abs(sum_y / 4000) < 4 * 0.1 / std::sqrt(4000.0));
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<reacher>(); }
