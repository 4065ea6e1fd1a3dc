// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/first_returns.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/td3.hpp>

namespace ls = lockstep;

TEST_CASE("they run before the first step, and whenever the steps have doubled, until whole episodes can have ended") {
    constexpr ls::first_returns beside(1024, 1000, 16'384, 10'000'000, 320'000);
    std::vector<std::size_t> due;
    for (std::size_t made = 0; made < 10'000'000; made += 16'384) {
        if (beside.due(made)) {
            due.push_back(made);
        }
    }
    CHECK(due == std::vector<std::size_t>{0, 327'680, 655'360});
}

TEST_CASE("a training that is short beside them has none") {
    CHECK(ls::first_returns(16, 1000, 256, 160'000, 320'000).due(0));
    CHECK(!ls::first_returns(16, 1000, 256, 159'999, 320'000).due(0));
}

TEST_CASE("the first report has a return, of whole episodes only") {
    ls::cpu device({.threads = 1});
    ls::ppo<ls::envs::pendulum, ls::cpu> learner(
        device, {.environments = 256, .steps = 40'960, .horizon = 16, .epochs = 1, .minibatch = 4096});
    ls::metrics const first = learner.iterate();
    CHECK(first.episodes == ls::sample_group);
    CHECK(first.episode_length == 200);  // Pendulum ends by its limit only
    CHECK(first.episode_return < -500);
    ls::metrics const second = learner.iterate();
    CHECK(second.episodes == 0);
    CHECK(std::isnan(second.episode_return));
}

TEST_CASE("what follows is as if they had not run") {
    // The longer training is long enough for them, the other is not; their rates and sizes are the same.
    auto const parameters_after = [](std::size_t steps, bool expected) {
        ls::cpu device({.threads = 1});
        ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.environments = 64, .steps = steps, .horizon = 16, .epochs = 2,
                                                              .minibatch = 256, .learning_rate = 1e-3f,
                                                              .final_learning_rate = 1e-3f});
        CHECK((learner.iterate().episodes > 0) == expected);
        learner.iterate();
        return learner.policy().parameters;
    };
    CHECK(parameters_after(100'000, true) == parameters_after(20'000, false));
}

TEST_CASE("off-policy learners report returns of whole episodes from the first iteration on") {
    using layers = ls::hidden_layers<ls::relu_activation, 16>;
    ls::cpu device({.threads = 2});
    ls::td3<ls::envs::pendulum, ls::cpu, layers> learner(device, {.environments = 32, .steps = 32 * 256, .horizon = 16,
                                                                  .warmup = 640, .batch = 32, .updates_per_step = 0.01f});
    std::vector<std::size_t> reported;
    while (!learner.done()) {
        auto const metrics = learner.iterate();
        if (metrics.steps <= 32 * 200 && metrics.episodes > 0) {
            reported.push_back(metrics.iteration);
            CHECK(metrics.episodes == ls::sample_group);
            CHECK(metrics.episode_length == 200);
            CHECK(metrics.episode_return < -500);
        }
    }
    CHECK(reported == std::vector<std::size_t>{1, 2, 3, 5, 9});
}
