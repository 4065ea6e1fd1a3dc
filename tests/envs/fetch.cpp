// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/envs/fetch.hpp>
#include <tests/envs/golden_targets.hpp>
#include <tests/envs/wild_states.hpp>
#include <tests/support/random_policy.hpp>

namespace ls = lockstep;
using ls::envs::fetch;

namespace {

/// Standing at the origin, its head along x, with the target where the second draw turns it to.
fetch::state<double> standing(double distance, double turn) {
    ls::random<double> random(1, 0, 0);
    auto state = fetch{.reset_noise_scale = 0}.reset(random);
    state.draw = {(distance - 2) / 15, turn};
    return state;
}

ls::vector<double, 10> const rest{};

}  // namespace

TEST_CASE("the dog starts on its feet") {
    for (std::uint32_t i = 0; i < 100; ++i) {
        ls::random<double> random(5, i, 0);
        auto state = fetch{}.reset(random);
        auto const p = fetch::target(state.draw);
        double const distance = std::hypot(p.x, p.y);
        CHECK(distance >= 2);
        CHECK(distance <= 17);
        CHECK(p.z == 1);
        for (int t = 0; t < 5; ++t) {
            state = fetch{}.step(state, rest).state;
        }
        CHECK(state.qpos[2] > 0.3);
        CHECK(state.qpos[2] < 0.5);
    }
}

TEST_CASE("each part of the reward has a weight") {
    fetch::state<double> start = standing(10, 0);
    start.qvel[0] = 1;
    fetch const none{.progress_weight = 0, .upright_weight = 0, .height_weight = 0, .hit_reward = 0};
    auto const with = [&](auto&& change) {
        fetch env = none;
        change(env);
        return env.step(start, rest);
    };
    CHECK(none.step(start, rest).reward == 0);
    auto const after = none.step(start, rest).state;
    double const tilt = 1 - 2 * (after.qpos[4] * after.qpos[4] + after.qpos[5] * after.qpos[5]);
    double const along = std::hypot(10, 1 - 0.41);
    CHECK(with([](fetch& env) { env.progress_weight = 3; }).reward ==
          doctest::Approx(3 * (after.qpos[0] * 10 + (after.qpos[2] - 0.41) * (1 - 0.41)) / along));
    CHECK(with([](fetch& env) { env.upright_weight = 2; }).reward == doctest::Approx(0.02 * 2 * tilt));
    CHECK(with([](fetch& env) { env.height_weight = 5; }).reward == doctest::Approx(0.02 * 5 * after.qpos[2]));
    CHECK(with([](fetch& env) { env.hit_reward = 5; }).reward == 0);
    auto const usual = fetch{}.step(start, rest);
    CHECK(usual.reward > 0);
    CHECK_FALSE(usual.terminated);
}

TEST_CASE("a target that is reached moves, and pays as much as the dog faces it") {
    fetch const hit_only{.progress_weight = 0, .upright_weight = 0, .height_weight = 0, .target_radius = 3};
    for (double const turn : {0.0, 0.125, 0.5}) {
        auto const next = hit_only.step(standing(2.5, turn), rest);
        double const facing = 2.5 * std::cos(turn * 4 * std::acos(0.0)) / std::hypot(2.5, 1 - 0.41);
        CHECK(next.reward == doctest::Approx(facing).epsilon(0.02));
        auto const before = fetch::target(standing(2.5, turn).draw), after = fetch::target(next.state.draw);
        CHECK(std::hypot(after.x - before.x, after.y - before.y) > 1);
    }
    auto const missed = hit_only.step(standing(3.5, 0), rest);
    CHECK(missed.reward == 0);
    CHECK(missed.state.draw[0] == standing(3.5, 0).draw[0]);
}

TEST_CASE("the target is seen from the torso") {
    auto state = standing(10, 0);
    auto seen = fetch{}.observe(state);
    CHECK(seen[0] == 0.41);
    CHECK(seen[1] == 1);
    CHECK(seen[31] == doctest::Approx(10));
    CHECK(std::abs(seen[32]) < 1e-7);
    CHECK(seen[33] == doctest::Approx(0.59));
    state.qpos[0] = 4;
    state.qpos[3] = state.qpos[6] = std::sqrt(0.5);  // turned to the left
    state.qvel[15] = 7;
    seen = fetch{}.observe(state);
    CHECK(std::abs(seen[31]) < 1e-7);
    CHECK(seen[32] == doctest::Approx(-6));
    CHECK(seen[30] == 7);
}

TEST_CASE_TEMPLATE("steps in float and lanes follow those in double", R, float, ls::lanes<4>, ls::lanes<16>) {
    auto exact = standing(5, 0.2);
    exact.qpos[2] = 1;  // in the air: it has not landed when this ends
    fetch::state<R> state;
    auto const from = ls::numbers_of<double>(exact);
    auto const to = ls::numbers_of<R>(state);
    std::transform(from.begin(), from.end(), to.begin(), [](double x) { return R(x); });
    std::fill(state.active.begin(), state.active.end(), ls::empty_word<R>());
    for (int t = 0; t < 15; ++t) {
        ls::vector<double, 10> action;
        ls::vector<R, 10> same;
        for (std::size_t u = 0; u < 10; ++u) {
            action[u] = 0.3 * std::sin(static_cast<double>(u) + 0.13 * (static_cast<double>(u) + 1) * t);
            same[u] = R(action[u]);
        }
        exact = fetch{}.step(exact, action).state;
        state = fetch{}.step(state, same).state;
        for (std::size_t i = 0; i < 17; ++i) {
            CHECK(std::abs(ls::lane(state.qpos[i], ls::width_of<R> - 1) - exact.qpos[i]) < 1e-3);
        }
    }
}

TEST_CASE("steps in double are MuJoCo's, and rewards are those that Python computes") {
    support::check_golden_target_steps<fetch>("fetch", 1e-7);
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<fetch>(); }

// No other simulator has this dog: the figure is this one's own.
TEST_CASE("a random policy stumbles about") {
    auto const ours = support::random_policy(fetch{}, 8, 1);
    CHECK(support::agrees(ours.episode_return, -0.790, 0.005));
    CHECK(ours.length.mean() == 1000);
    CHECK(ours.length.deviation() == 0);
}
