// SPDX-License-Identifier: MIT
#include <lockstep/rl/mppi.hpp>

#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/control.hpp>
#include <tests/support/linear_quadratic.hpp>

namespace ls = lockstep;

TEST_CASE("plans converge to the best one of a linear system with quadratic costs") {
    constexpr std::size_t horizon = 20;
    auto const best = support::solve_pushed_point(1, 0, horizon);
    ls::cpu device;
    ls::mppi<support::pushed_point, ls::cpu> planner(
        device, {.candidates = 1024, .horizon = horizon, .noise = 0.05f, .noise_color = 1, .temperature = 0.3f});
    for (int i = 0; i < 100; ++i) {
        planner.plan({1.0f, 0.0f});
    }
    auto const plan = planner.actions();
    double const reached = support::return_of_pushes(1, 0, plan);
    CHECK(reached <= best.best_return + 1e-9);
    CHECK(reached == doctest::Approx(best.best_return).epsilon(0.001));
    CHECK(static_cast<double>(plan[0][0]) == doctest::Approx(best.pushes[0]).epsilon(0.05));
}

TEST_CASE("an absolute temperature weighs by the unit of the reward: a high one hardly moves the plan") {
    ls::cpu device({.threads = 1});
    auto const first = [&](float temperature) {
        ls::mppi<support::pushed_point, ls::cpu> planner(
            device, {.candidates = 256, .horizon = 10, .temperature = temperature, .relative_temperature = false});
        return static_cast<double>(planner.plan({1.0f, 0.0f}).actions[0][0]);
    };
    CHECK(first(0.1f) < -0.5);
    CHECK(first(1e6f) == doctest::Approx(0).epsilon(0.2));
}

TEST_CASE("the pendulum swings up from each of twenty starts") {
    ls::cpu device;
    // The configuration was chosen with other starts.
    ls::mppi<ls::envs::pendulum, ls::cpu> planner(device, {.horizon = 50, .iterations = 3, .noise = 1, .noise_color = 2});
    double sum = 0, worst = 0;
    for (std::size_t seed = 900; seed < 920; ++seed) {
        double const episode = ls::control(planner, {.seed = seed}).episode_return;
        sum += episode;
        worst = episode < worst ? episode : worst;
    }
    CHECK(sum / 20 > -160);
    CHECK(worst > -400);
}
