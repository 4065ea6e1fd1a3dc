// SPDX-License-Identifier: MIT
// What all evolution strategies promise of a whole training.
#include <lockstep/rl/evolution/evolution.hpp>

#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/inverted_double_pendulum.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/evolution_strategies.hpp>
#include <tests/support/step_counter.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

template <class Device>
using search = ls::ars<ls::envs::pendulum, Device>;
template <class Device>
using strategies = ls::evolution_strategies<ls::envs::pendulum, Device, ls::hidden_layers<ls::tanh_activation, 12>>;

template <class Config>
Config few_iterations() {
    return {.directions = 32, .steps = 4 * 64 * 200, .seed = 5};
}

/// Pays for staying: an episode ends when the action is below 0.
struct stayer : lockstep_test::step_counter {
    static constexpr std::size_t episode_limit = 10;
    double forward_reward_weight = 0, healthy_reward = 1;
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        return {{s.steps + R(1)}, R(healthy_reward), action[0] < R(0)};
    }
};

}  // namespace

TEST_CASE("the same bits on any number of threads and on any device") {
    support::check_any_threads<search>(few_iterations<ls::ars_config>());
    support::check_any_threads<strategies>(few_iterations<ls::evolution_strategies_config>());
    support::check_any_device<search>(few_iterations<ls::ars_config>());
    support::check_any_device<strategies>(few_iterations<ls::evolution_strategies_config>());
}

TEST_CASE("episodes that break are counted and do no harm") {
    ls::cpu device({.threads = 1});
    support::check_breaking<ls::ars<support::breaking_pendulum, ls::cpu>>(device, few_iterations<ls::ars_config>());
}

TEST_CASE_TEMPLATE("a training that goes on from a checkpoint gives the bits of one that never stopped", Learner, search<ls::cpu>,
                   strategies<ls::cpu>) {
    support::check_resumed<Learner>(few_iterations<typename Learner::config_type>(), 2);
}

TEST_CASE("training pays no bonus for survival unless it is told to, and counts the steps that were made") {
    ls::cpu device({.threads = 1});
    ls::ars<stayer, ls::cpu> without(device, {.directions = 16, .steps = 1}),
        with(device, {.directions = 16, .survival_bonus = true});
    auto const poor = without.iterate(), rich = with.iterate();
    CHECK(poor.episode_return == 0);
    CHECK(without.env().healthy_reward == 1);
    CHECK(rich.episode_return == rich.episode_length);
    CHECK(rich.episodes == 32);
    CHECK(rich.best_return == 10);
    CHECK(rich.steps == static_cast<std::size_t>(32 * rich.episode_length + 0.5));
    CHECK(rich.steps < 320);
    CHECK(without.done());
}

TEST_CASE("what pays for nothing but keeping upright pays it in training too") {
    ls::cpu device({.threads = 1});
    ls::ars<ls::envs::inverted_double_pendulum, ls::cpu> learner(device, {.directions = 16, .steps = 1});
    auto const metrics = learner.iterate();
    CHECK(metrics.episode_return > 5 * metrics.episode_length);
}

TEST_CASE("discrete actions are those of the largest output") {
    ls::cpu device;
    ls::ars<ls::envs::cartpole, ls::cpu> learner(device, {.steps = 2'000'000});
    while (!learner.done()) {
        learner.iterate();
    }
    CHECK(ls::evaluate(device, learner.policy()).mean_return > 475);
}
