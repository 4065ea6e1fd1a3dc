// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/common/first_returns.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/td3.hpp>

namespace ls = lockstep;

namespace {

/// Pays 1 for an action that is not the one before.
struct restless {
    static constexpr std::size_t observation_size = 1, action_size = 1, episode_limit = 160;
    static constexpr double action_low = -1, action_high = 1;

    template <class R>
    struct state {
        R steps, action;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>&) const {
        return {R(0), R(0)};
    }
    template <ls::real R>
    ls::vector<R, 1> observe(state<R> const& now) const {
        return {now.action};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& now, ls::vector<R, 1> const& action) const {
        auto const is_other = R(0.5) < now.steps && R(0) < abs(action[0] - now.action);
        return {{now.steps + R(1), action[0]}, select(is_other, R(1), R(0)), R(0) < R(0)};
    }
};

}  // namespace

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
    ls::ppo_metrics const first = learner.iterate();
    CHECK(first.episodes == ls::sample_group);
    CHECK(first.episode_length == 200);  // Pendulum ends by its limit only
    CHECK(first.episode_return < -500);
    ls::ppo_metrics const second = learner.iterate();
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

TEST_CASE("the first report of off-policy learners is of actions that change as the training's do") {
    using layers = ls::hidden_layers<ls::relu_activation, 16>;
    ls::cpu device({.threads = 1});
    using learner_type = ls::td3<restless, ls::cpu, layers>;
    auto const first_return = [&](std::size_t longest_hold, std::size_t warmup) {
        learner_type learner(device, {.environments = 32, .steps = 32 * 256, .horizon = 16, .warmup = warmup,
                                      .longest_hold = longest_hold, .batch = 32, .updates_per_step = 0.01f});
        return learner.iterate().episode_return;
    };
    CHECK(first_return(1, 640) == restless::episode_limit - 1);  // the first action has none before it
    CHECK(first_return(4, 640) == restless::episode_limit / 2 - 1);
}

TEST_CASE("off-policy learners report returns of whole episodes from the first iteration on") {
    using layers = ls::hidden_layers<ls::relu_activation, 32, 32>;
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
