// SPDX-License-Identifier: MIT
#include <lockstep/rl/shooting.hpp>

#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/control.hpp>
#include <tests/support/linear_quadratic.hpp>
#include <tests/support/refusal.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

TEST_CASE("the best plan of a linear system with quadratic costs, to 1e-6") {
    constexpr std::size_t horizon = 20;
    auto const best = support::solve_pushed_point(0.75, 0.25, horizon);
    ls::cpu device;
    ls::shooting<support::pushed_point, ls::cpu, double> exact(device, {.starts = 16, .horizon = horizon});
    auto const plan = exact.plan({0.75f, 0.25f});
    CHECK(std::fabs(plan.best_return - best.best_return) < 1e-9);
    CHECK(std::fabs(plan.mean_return - best.best_return) < 1e-6);  // every start reaches it
    for (std::size_t t = 0; t < horizon; ++t) {
        CHECK(static_cast<double>(plan.actions[t][0]) == doctest::Approx(best.pushes[t]).epsilon(1e-5));
    }

    ls::shooting<support::pushed_point> fast(device, {.starts = 16, .horizon = horizon});
    fast.plan({0.75f, 0.25f});
    double const reached = support::return_of_pushes(0.75, 0.25, fast.actions());
    CHECK(std::fabs(reached - best.best_return) < 1e-6);
    CHECK(reached < best.best_return + 1e-12);
}

TEST_CASE("the pendulum swings up from rest") {
    ls::cpu device;
    constexpr ls::envs::pendulum::state<float> hanging{3.14159265f, 0};
    ls::shooting<ls::envs::pendulum> planner(device, {.starts = 32, .horizon = 80, .evaluations = 60, .noise = 1});
    auto const plan = planner.plan(hanging);
    auto state = hanging;
    double sum = 0;
    for (auto const& action : plan.actions) {
        auto const next = ls::envs::pendulum{}.step(state, action);
        sum += static_cast<double>(next.reward);
        state = next.state;
    }
    CHECK(sum == doctest::Approx(plan.best_return).epsilon(1e-3));
    CHECK(std::cos(state.angle) > 0.99f);
    CHECK(std::fabs(state.speed) < 0.5f);
    CHECK(plan.broken == 0);
}

TEST_CASE("the same bits on any number of threads; a plan gets no worse from one call to the next") {
    ls::cpu one({.threads = 1}), two({.threads = 2});
    auto const returns = [](ls::cpu& device, std::uint64_t seed) {
        ls::shooting<ls::envs::pendulum> planner(
            device, {.starts = 48, .horizon = 30, .evaluations = 10, .seed = seed, .noise = 0.3f, .noise_color = 1});
        std::vector<double> found;
        for (int i = 0; i < 4; ++i) {
            auto const plan = planner.plan({2.5f, 1.0f});
            found.push_back(plan.best_return);
            found.push_back(static_cast<double>(plan.actions[7][0]));
        }
        return found;
    };
    auto const expected = returns(one, 3);
    CHECK(support::same_bits(expected, returns(two, 3)));
    CHECK_FALSE(support::same_bits(expected, returns(one, 4)));
    for (std::size_t i = 2; i < expected.size(); i += 2) {
        CHECK(expected[i] >= expected[i - 2] - 0.05);
    }
}

TEST_CASE("it runs in a control loop") {
    ls::cpu device;
    ls::shooting<ls::envs::pendulum> planner(device, {.starts = 16, .horizon = 40, .evaluations = 15, .noise = 1});
    CHECK(ls::control(planner, {.seed = 3, .steps = 100}).episode_return > -400);
}

TEST_CASE("starts that break are counted; what cannot be planned is refused") {
    ls::cpu device({.threads = 1});
    ls::shooting<support::breaking_pendulum> planner(device, {.starts = 32, .horizon = 30, .evaluations = 5, .noise = 1});
    auto const plan = planner.plan({3.0f, 3.0f});
    CHECK(plan.broken > 0);
    CHECK(plan.broken < 32);
    CHECK(std::isfinite(plan.best_return));
    auto const lost = planner.plan({0.0f, 8.0f});  // the next state is NaN, whatever is done
    CHECK(lost.broken == 32);
    CHECK(lost.best_return == lost.no_return);
    CHECK(lost.mean_return == lost.no_return);
    CHECK(lost.actions[7][0] == plan.actions[7][0]);

    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(support::refusal([&] { planner.plan({nan, 0.0f}); }) == "lockstep::shooting: number 0 of the state is not finite");
    std::vector<ls::vector<float, 1>> const short_plan(3);
    CHECK(support::refusal([&] { planner.set_actions(short_plan); }) ==
          "lockstep::shooting: a plan of 3 actions for a horizon of 30");
    CHECK(support::refusal([&] { ls::shooting<ls::envs::pendulum>(device, {.starts = 5}); }) ==
          "lockstep: shooting_config.starts is 5, not a positive multiple of 16");
}
