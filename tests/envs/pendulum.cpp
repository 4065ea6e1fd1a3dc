// SPDX-License-Identifier: MIT
// Against single steps and an episode of Gymnasium 1.4.0.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;

TEST_CASE("a step in double is Gymnasium's") {
    ls::envs::pendulum const env;
    for (auto const& golden : support::read_csv("envs/pendulum.csv")) {
        auto const next = env.step(ls::envs::pendulum::state<double>{golden[0], golden[1]}, ls::vector<double, 1>{golden[2]});
        CHECK(std::abs(next.state.angle - golden[3]) < 1e-12);
        CHECK(std::abs(next.state.speed - golden[4]) < 1e-12);
        CHECK(std::abs(next.reward - golden[5]) < 1e-12);
        CHECK_FALSE(next.terminated);
        // The observation is rounded to float32 there.
        auto const observation = env.observe(next.state);
        for (std::size_t i = 0; i < 3; ++i) {
            CHECK(std::abs(observation[i] - golden[6 + i]) <= std::abs(golden[6 + i]) * 0x1p-24 + 1e-12);
        }
    }
}

TEST_CASE_TEMPLATE("a step in float is Gymnasium's up to rounding", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    ls::envs::pendulum const env;
    for (auto const& golden : support::read_csv("envs/pendulum.csv")) {
        auto const next = env.step(ls::envs::pendulum::state<R>{R(golden[0]), R(golden[1])}, ls::vector<R, 1>{R(golden[2])});
        auto const last = static_cast<std::size_t>(ls::width_of<R> - 1);
        CHECK(std::abs(static_cast<double>(ls::lane(next.state.angle, last)) - golden[3]) < 4e-6);
        CHECK(std::abs(static_cast<double>(ls::lane(next.state.speed, last)) - golden[4]) < 4e-6);
        CHECK(std::abs(static_cast<double>(ls::lane(next.reward, last)) - golden[5]) < 2e-5);
    }
}

TEST_CASE("an episode in double is Gymnasium's") {
    ls::envs::pendulum const env;
    ls::envs::pendulum::state<double> state{3, 0};
    auto const episode = support::read_csv("envs/pendulum_episode.csv");
    REQUIRE(episode.size() == ls::envs::pendulum::episode_limit);
    for (std::size_t t = 0; t < episode.size(); ++t) {
        auto const next = env.step(state, ls::vector<double, 1>{2 * std::sin(0.3 * static_cast<double>(t))});
        state = next.state;
        CHECK(std::abs(std::cos(state.angle) - episode[t][0]) < 1e-7);
        CHECK(std::abs(state.speed - episode[t][2]) < 1e-6);
        CHECK(std::abs(next.reward - episode[t][3]) < 1e-9);
        CHECK(episode[t][4] == 0);                          // never terminated
        CHECK(episode[t][5] == (t + 1 == episode.size()));  // truncated at the limit
    }
}

TEST_CASE("starts fill the box of Gymnasium, all around and up to 1 rad/s") {
    ls::envs::pendulum const env;
    double angle[2] = {10, -10}, speed[2] = {10, -10}, sum = 0;
    std::uint32_t const starts = 4000;
    for (std::uint32_t i = 0; i < starts; ++i) {
        ls::random<double> random(7, i, 0);
        auto const state = env.reset(random);
        angle[0] = std::min(angle[0], state.angle);
        angle[1] = std::max(angle[1], state.angle);
        speed[0] = std::min(speed[0], state.speed);
        speed[1] = std::max(speed[1], state.speed);
        sum += state.angle;
    }
    CHECK(angle[0] >= -std::numbers::pi);
    CHECK(angle[0] < -3.13);
    CHECK(angle[1] < std::numbers::pi);
    CHECK(angle[1] > 3.13);
    CHECK(speed[0] >= -1);
    CHECK(speed[0] < -0.99);
    CHECK(speed[1] < 1);
    CHECK(speed[1] > 0.99);
    CHECK(std::abs(sum / starts) < 4 * std::numbers::pi / std::sqrt(3.0 * starts));  // 4 standard errors
}

TEST_CASE("gravity is an option") {
    ls::envs::pendulum::state<double> const level{0.5 * std::numbers::pi, 0};
    ls::vector<double, 1> const none{0};
    CHECK(ls::envs::pendulum{}.step(level, none).state.speed == doctest::Approx(0.05 * 15));
    CHECK(ls::envs::pendulum{.g = 9.81}.step(level, none).state.speed == doctest::Approx(0.05 * 1.5 * 9.81));
}
