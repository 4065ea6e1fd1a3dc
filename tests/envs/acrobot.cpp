// SPDX-License-Identifier: MIT
// Against steps and an episode of Gymnasium 1.4.0, which tests/golden/classic_control.py wrote.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/acrobot.hpp>
#include <tests/envs/classic_control.hpp>
#include <tests/envs/wild_states.hpp>
#include <tests/support/random_policy.hpp>

namespace ls = lockstep;
using ls::envs::acrobot;
using noisy = ls::envs::basic_acrobot<true>;

TEST_CASE_TEMPLATE("a step is Gymnasium's, with either's equations", R, double, float, ls::lanes<4>, ls::lanes<16>) {
    auto const env_of = [](double of_the_paper, double dt) {
        using enum ls::envs::acrobot_equations;
        return acrobot{.equations = of_the_paper != 0 ? paper : book, .dt = dt};
    };
    support::check_classic_steps<R>("acrobot", env_of, std::same_as<R, double> ? 1e-11 : 3e-4);
}

TEST_CASE("an episode in double is Gymnasium's until the tip is up") {
    auto const pump = [](auto const& now) { return now.speed[1] > 0 ? 2.0 : 0.0; };
    support::check_classic_episode<acrobot>("acrobot", {{0.05, -0.03}, {0.02, 0.08}}, pump, 1e-9);
}

TEST_CASE("it shows cos and sin of both angles, and both speeds") {
    auto const seen = acrobot{}.observe(acrobot::state<double>{{0.3, -0.7}, {5, -6}});
    double const expected[] = {std::cos(0.3), std::sin(0.3), std::cos(-0.7), std::sin(-0.7), 5, -6};
    CHECK(std::ranges::equal(seen, expected));
}

TEST_CASE("starts lie within their range") {
    for (std::uint32_t i = 0; i < 100; ++i) {
        ls::random<double> draws(1, i, 0);
        auto const start = acrobot{}.reset(draws);
        for (double const number : ls::numbers_of<double>(start)) {
            CHECK(std::abs(number) <= 0.1);
        }
    }
}

TEST_CASE("the noise of the torque is uniform, and new for every step and every episode") {
    // So short a step that the second speed is as good as linear in the torque.
    noisy const env{.dt = 1e-3, .torque_noise = 0.5};
    acrobot const calm{.dt = 1e-3};
    acrobot::state<double> const still{{0.4, 0.1}, {1, 2}};
    auto const speed_by = [&](double action) { return calm.step(still, ls::vector<double, 1>{action}).state.speed[1]; };
    double const by_torque = speed_by(2) - speed_by(1);

    double sum = 0, squares = 0, previous = 0;
    constexpr int episodes = 50, steps = 40;
    for (std::uint32_t e = 0; e < episodes; ++e) {
        ls::random<double> draws(1, e, 0);
        auto now = env.reset(draws);
        for (int t = 0; t < steps; ++t) {
            now.angle = still.angle;
            now.speed = still.speed;
            now = env.step(now, ls::vector<double, 1>{1}).state;
            double const torque = (now.speed[1] - speed_by(1)) / by_torque;
            CHECK(std::abs(torque) <= 0.5 + 1e-6);
            CHECK(torque != previous);
            sum += torque;
            squares += torque * torque;
            previous = torque;
        }
    }
    CHECK(std::abs(sum / (episodes * steps)) < 0.02);
    CHECK(squares / (episodes * steps) == doctest::Approx(1.0 / 12).epsilon(0.05));
}

TEST_CASE("wild states end in numbers, or the episode ends") {
    support::check_wild_states<acrobot>();
    support::check_wild_states<noisy>();
}

// Gymnasium over 500 episodes: return -499.46 +- 0.26, length 499.48 +- 0.25.
TEST_CASE("a random policy earns what it earns in Gymnasium") {
    auto const ours = support::random_policy(acrobot{}, 32, 2);
    CHECK(support::agrees(ours.episode_return, -499.464, 0.257));
    CHECK(support::agrees(ours.length, 499.476, 0.253));
}
