// SPDX-License-Identifier: MIT
#include <lockstep/rl/control.hpp>

#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/mppi.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

TEST_CASE("an episode is what its visitor saw, ends at its limit, and is the same again") {
    ls::cpu device({.threads = 1});
    ls::mppi<ls::envs::pendulum, ls::cpu> planner(device, {.candidates = 64, .horizon = 8});
    double sum = 0;
    std::size_t steps = 0;
    ls::envs::pendulum::state<float> predicted{};
    auto const episode = ls::control(planner, {.seed = 4}, [&](auto const& state, auto const& action, double reward) {
        if (steps > 0) {
            CHECK(state.angle == doctest::Approx(predicted.angle));
            CHECK(state.speed == doctest::Approx(predicted.speed));
        }
        auto const next = ls::envs::pendulum{}.step(state, action);
        predicted = next.state;
        CHECK(static_cast<double>(next.reward) == doctest::Approx(reward));
        sum += reward;
        ++steps;
    });
    CHECK(steps == 200);
    CHECK(episode.steps == 200);
    CHECK(episode.episode_return == sum);
    CHECK_FALSE(episode.terminated);

    ls::mppi<ls::envs::pendulum, ls::cpu> again(device, {.candidates = 64, .horizon = 8});
    CHECK(ls::control(again, {.seed = 4}).episode_return == sum);
    CHECK(ls::control(again, {.seed = 4, .steps = 7}).steps == 7);
    CHECK(ls::control(again, {.seed = 5}).episode_return != sum);
}

TEST_CASE("an episode that breaks ends, and says so") {
    ls::cpu device({.threads = 1});
    ls::mppi<support::breaking_pendulum, ls::cpu> planner(device, {.candidates = 16, .horizon = 1});
    std::size_t broken = 0;
    for (std::size_t seed = 0; seed < 10; ++seed) {
        auto const episode = ls::control(planner, {.seed = seed});
        broken += episode.nonfinite;
        CHECK(episode.terminated == episode.nonfinite);
        CHECK((episode.steps < 200) == episode.nonfinite);
    }
    CHECK(broken > 0);
}
