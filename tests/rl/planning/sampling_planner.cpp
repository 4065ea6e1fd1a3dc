// SPDX-License-Identifier: MIT
// What planners that sample promise, whatever their update is.
#include <lockstep/rl/planning/sampling_planner.hpp>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/cem.hpp>
#include <lockstep/rl/mppi.hpp>
#include <tests/archetype/device.hpp>
#include <tests/support/refusal.hpp>
#include <tests/support/step_counter.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

using pendulum = ls::envs::pendulum;
constexpr pendulum::state<float> hanging{3.0f, 0.0f};

/// The numbers of three plans, each a step later.
template <class Planner, class Device>
std::vector<float> plans(Device& device, typename Planner::config_type const& config) {
    Planner planner(device, config);
    std::vector<float> numbers;
    for (std::size_t i = 0; i < 3; ++i) {
        auto const plan = planner.plan({3.0f + 0.1f * static_cast<float>(i), 0.0f});
        for (auto const& action : plan.actions) {
            numbers.push_back(action[0]);
        }
        numbers.push_back(static_cast<float>(plan.best_return));
        numbers.push_back(static_cast<float>(plan.mean_return));
        planner.advance();
    }
    return numbers;
}
bool same(std::vector<float> const& a, std::vector<float> const& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

/// Ends after the step in which an action is above 0; pays 1 a step.
struct ender : lockstep_test::step_counter {
    static constexpr std::size_t episode_limit = 100;
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        return {{s.steps + R(1)}, R(1), R(0) < action[0]};
    }
};

}  // namespace

TEST_CASE_TEMPLATE("the same bits on any number of threads and on any device; others for another seed", Planners,
                   ls::mppi_update, ls::cem_update) {
    using planner = ls::sampling_planner<Planners, pendulum, ls::cpu>;
    using on_archetype = ls::sampling_planner<Planners, pendulum, archetype::discrete_device>;
    typename planner::config_type const config{.candidates = 112, .horizon = 13, .iterations = 3, .seed = 5};
    ls::cpu one({.threads = 1}), two({.threads = 2}), three({.threads = 3});
    archetype::discrete_device device;
    auto const expected = plans<planner>(one, config);
    CHECK(expected.size() == 3 * 15);
    CHECK(same(expected, plans<planner>(one, config)));
    CHECK(same(expected, plans<planner>(two, config)));
    CHECK(same(expected, plans<planner>(three, config)));
    CHECK(same(expected, plans<on_archetype>(device, config)));
    auto other = config;
    other.seed = 6;
    CHECK_FALSE(same(expected, plans<planner>(one, other)));
}

TEST_CASE_TEMPLATE("plans improve, lie within the bounds, and move on with the steps", Planners, ls::mppi_update,
                   ls::cem_update) {
    ls::cpu device;
    ls::sampling_planner<Planners, pendulum, ls::cpu> planner(device, {.candidates = 256, .horizon = 20});
    auto const first = planner.plan(hanging);
    REQUIRE(first.actions.size() == 20);
    CHECK(first.mean_return < first.best_return);
    for (auto const& action : first.actions) {
        CHECK(std::fabs(action[0]) <= 2);
    }
    double worse = first.mean_return;
    for (int i = 0; i < 10; ++i) {
        worse = planner.plan(hanging).mean_return;
    }
    CHECK(worse > first.mean_return);

    auto const before = planner.actions();
    planner.advance(3);
    auto const after = planner.actions();
    for (std::size_t t = 0; t < 20; ++t) {
        CHECK(after[t][0] == before[std::min(t + 3, std::size_t(19))][0]);
    }
    planner.advance(100);
    CHECK(planner.actions().front()[0] == before.back()[0]);
    planner.restart();
    CHECK(planner.actions().front()[0] == 0);

    planner.set_actions(before);
    for (std::size_t t = 0; t < 20; ++t) {
        CHECK(planner.actions()[t][0] == doctest::Approx(before[t][0]));
    }
    auto const next = planner.act(hanging);
    CHECK(std::fabs(next[0]) <= 2);
}

TEST_CASE_TEMPLATE("a candidate that ends its episode earns nothing more", Planners, ls::mppi_update, ls::cem_update) {
    ls::cpu device({.threads = 1});
    ls::sampling_planner<Planners, ender, ls::cpu> planner(device, {.candidates = 512, .horizon = 8, .discount = 0.5f});
    ls::action_plan<1> plan;
    for (int i = 0; i < 20; ++i) {
        plan = planner.plan({0.0f});
    }
    CHECK(plan.best_return == doctest::Approx(2 * (1 - std::pow(0.5, 8))));
    CHECK(plan.mean_return > 1);
    CHECK(plan.mean_return < plan.best_return);
    for (std::size_t t = 0; t < 4; ++t) {
        CHECK(plan.actions[t][0] <= 0);
    }
}

TEST_CASE_TEMPLATE("candidates that break are counted and do no harm", Planners, ls::mppi_update, ls::cem_update) {
    ls::cpu device({.threads = 1});
    ls::sampling_planner<Planners, support::breaking_pendulum, ls::cpu> planner(
        device, {.candidates = 256, .horizon = 30, .noise = 1, .noise_color = 2});
    auto const plan = planner.plan({3.0f, 3.0f});
    CHECK(plan.broken > 0);
    CHECK(plan.broken < 256);
    CHECK(plan.mean_return < plan.best_return);
    CHECK(plan.mean_return > -2000);
    for (auto const& action : plan.actions) {
        CHECK(std::fabs(action[0]) <= 2);
    }
    auto const before = planner.actions();
    auto const lost = planner.plan({0.0f, 8.0f});  // the next state is NaN, whatever is done
    CHECK(lost.broken == 256);
    CHECK(lost.actions[7][0] == before[7][0]);
    CHECK(lost.best_return == lost.no_return);
    CHECK(lost.mean_return == lost.no_return);
}

TEST_CASE("steps beyond the horizon are as many as the horizon has, however many they are") {
    ls::cpu device({.threads = 1});
    ls::cem_config const config{.candidates = 64, .horizon = 8, .elites = 8, .kept_elites = 4};
    ls::cem<pendulum, ls::cpu> far(device, config), farther(device, config);
    far.plan(hanging);
    farther.plan(hanging);
    far.advance(3);
    far.advance(7);
    farther.advance(3);
    farther.advance(std::numeric_limits<std::size_t>::max() - 1);
    auto const expected = far.plan(hanging), found = farther.plan(hanging);
    CHECK(found.best_return == expected.best_return);
    CHECK(found.mean_return == expected.mean_return);
}

TEST_CASE_TEMPLATE("what cannot be planned is refused with its name", Planners, ls::mppi_update, ls::cem_update) {
    using planner = ls::sampling_planner<Planners, pendulum, ls::cpu>;
    ls::cpu device({.threads = 1});
    std::string const whose = "lockstep::" + std::string(Planners::name) + ": ";
    planner works(device, {.candidates = 64, .horizon = 5, .seed = 2});
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(support::refusal([&] { works.plan({0.0f, nan}); }) == whose + "number 1 of the state is not finite");
    std::vector<ls::vector<float, 1>> plan(4);
    CHECK(support::refusal([&] { works.set_actions(plan); }) == whose + "a plan of 4 actions for a horizon of 5");
    plan.resize(5);
    plan[3][0] = nan;
    CHECK(support::refusal([&] { works.set_actions(plan); }) == whose + "action 3 of a plan is not finite");
    CHECK(support::refusal([&] { planner(device, {.horizon = 0}); }) ==
          "lockstep: " + std::string(Planners::name) + "_config.horizon is 0");
}
