// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/inverted_pendulum.hpp>
#include <lockstep/physics/robots/inverted_pendulum.hpp>
#include <tests/envs/golden_episode.hpp>
#include <tests/envs/wild_states.hpp>

namespace ls = lockstep;
using ls::envs::inverted_pendulum;

TEST_CASE("steps in double are Gymnasium's") {
    support::check_golden_steps<inverted_pendulum, double>("inverted_pendulum", 1e-9);
    support::check_golden_trajectory<inverted_pendulum, double>("inverted_pendulum", std::array<double, 2>{0, 0.01}, 300, 1e-9);
}

TEST_CASE_TEMPLATE("steps in float and lanes follow", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    support::check_golden_trajectory<inverted_pendulum, R>("inverted_pendulum", std::array<double, 2>{0, 0.01}, 20, 1e-3);
}

TEST_CASE("the state has room for the solver's active set") {
    CHECK(inverted_pendulum::state<float>{}.active.size() == ls::physics::inverted_pendulum_model.words);
}

TEST_CASE("it terminates, without reward, where the pole has left 0.2 rad") {
    inverted_pendulum const env;
    inverted_pendulum::state<double> leaning{};
    leaning.qpos[1] = 0.19;
    CHECK(env.step(leaning, {0.0}).reward == 1);
    leaning.qpos[1] = -0.2;
    auto const next = env.step(leaning, {0.0});
    CHECK(next.terminated);
    CHECK(next.reward == 0);
}

TEST_CASE("resets draw positions and velocities within the noise") {
    inverted_pendulum const calm, wild{.reset_noise_scale = 0.1};
    double widest = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        ls::random<float> first(3, i, 0), second = first;
        auto const small = calm.reset(first), large = wild.reset(second);
        for (std::size_t k = 0; k < 2; ++k) {
            CHECK(std::abs(small.qpos[k]) <= 0.01f);
            CHECK(std::abs(small.qvel[k]) <= 0.01f);
            CHECK(large.qpos[k] == doctest::Approx(10 * small.qpos[k]));
            widest = std::max(widest, static_cast<double>(std::abs(small.qvel[k])));
        }
    }
    CHECK(widest > 0.0099);
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<inverted_pendulum>(); }
