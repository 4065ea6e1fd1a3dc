// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/physics/robots/inverted_double_pendulum.hpp>
#include <tests/envs/golden_episode.hpp>
#include <tests/envs/wild_states.hpp>

namespace ls = lockstep;
using ls::envs::inverted_double_pendulum;

TEST_CASE("steps in double are Gymnasium's") {
    support::check_golden_steps<inverted_double_pendulum, double>("inverted_double_pendulum", 1e-9);
    support::check_golden_trajectory<inverted_double_pendulum, double>("inverted_double_pendulum",
                                                                       std::array<double, 3>{0, 0.01, 0}, 100, 1e-9);
}

TEST_CASE_TEMPLATE("steps in float and lanes follow", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    support::check_golden_trajectory<inverted_double_pendulum, R>("inverted_double_pendulum", std::array<double, 3>{0, 0.01, 0},
                                                                  15, 2e-3);
}

TEST_CASE("the state has room for the solver's active set") {
    CHECK(inverted_double_pendulum::state<float>{}.active.size() == ls::physics::inverted_double_pendulum_model.words);
}

TEST_CASE("the observed force of the rail's end is clipped, the one in the state is not") {
    inverted_double_pendulum const env;
    inverted_double_pendulum::state<double> at_end{};
    at_end.qpos[0] = 1.05;
    auto const next = env.step(at_end, {1.0});
    CHECK(next.state.rail_force < -10);
    CHECK(env.observe(next.state)[8] == -10);
    CHECK(env.step(inverted_double_pendulum::state<double>{}, {1.0}).state.rail_force == 0);
}

TEST_CASE("the reward for a healthy step can be chosen") {
    inverted_double_pendulum const usual, poor{.healthy_reward = 1};
    inverted_double_pendulum::state<double> const upright{};
    CHECK(usual.step(upright, {0.1}).reward - poor.step(upright, {0.1}).reward == doctest::Approx(9));
}

TEST_CASE("resets draw positions within 0.1 and velocities with deviation 0.1") {
    inverted_double_pendulum const env;
    double squares = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        ls::random<float> random(3, i, 0);
        auto const state = env.reset(random);
        for (std::size_t k = 0; k < 3; ++k) {
            CHECK(std::abs(state.qpos[k]) <= 0.1f);
            squares += state.qvel[k] * state.qvel[k];
        }
    }
    CHECK(std::sqrt(squares / 3000) == doctest::Approx(0.1).epsilon(0.05));
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<inverted_double_pendulum>(); }
