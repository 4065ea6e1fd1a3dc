// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/ur5e.hpp>
#include <tests/envs/golden_targets.hpp>
#include <tests/envs/wild_states.hpp>
#include <tests/support/random_policy.hpp>

namespace ls = lockstep;
using ls::envs::ur5e;
using vec3 = ls::vec3<double>;

namespace {

double length(vec3 const& v) { return std::sqrt(dot(v, v)); }

/// At rest, stretched out along x: the tip lies 0.8172 m ahead of the shoulder, 0.2329 m to its left and 0.0997 m above or
/// below it.
ur5e::state<double> stretched() {
    ur5e::state<double> state{};
    state.qpos[1] = std::acos(0.0);
    return state;
}

/// Draws whose target is at p.
ls::vector<double, 3> draws_for(vec3 const& p) {
    double const turn = std::atan2(p.y, p.x) / (4 * std::acos(0.0)), rise = p.z / length(p);
    return {(length(p) - 0.35) / 0.4, rise / (0.5 * std::sqrt(3.0)), turn < 0 ? turn + 1 : turn};
}

}  // namespace

TEST_CASE("the tip is where the links lead") {
    auto const tip = ur5e::tip(stretched().qpos);
    CHECK(tip.x == doctest::Approx(0.425 + 0.3922 + 0.0997));
    CHECK(tip.y == doctest::Approx(0.1333 + 0.0996));
    CHECK(std::abs(tip.z) < 1e-12);
}

TEST_CASE("a target that is reached pays and moves, another does not") {
    ur5e const usual, hit_only{.progress_weight = 0}, progress_only{.hit_reward = 0};
    auto start = stretched();
    start.qpos[2] = 1;  // the elbow bent, to be within reach
    start.draw = draws_for(vec3{0, 0, 0.01} + ur5e::tip(start.qpos));
    REQUIRE(length(ur5e::target(start.draw) - ur5e::tip(start.qpos)) == doctest::Approx(0.01));
    ls::vector<double, 6> const none{};
    auto const reached = hit_only.step(start, none);
    CHECK(reached.reward == 1);
    CHECK(length(ur5e::target(reached.state.draw) - ur5e::target(start.draw)) > 0.05);
    CHECK(usual.step(start, none).reward == doctest::Approx(1 + progress_only.step(start, none).reward));

    start.draw = draws_for(vec3{0.1, 0, 0} + ur5e::tip(start.qpos));
    auto const missed = hit_only.step(start, none);
    CHECK(missed.reward == 0);
    CHECK(std::equal(missed.state.draw.begin(), missed.state.draw.end(), start.draw.begin()));
    CHECK(ur5e{.target_radius = 0.2}.step(start, none).reward > 0.9);
}

TEST_CASE("coming nearer is paid by the way") {
    ur5e::state<double> start = stretched();
    start.qpos[2] = 1;
    start.qvel[0] = 1;
    start.draw = draws_for({0, 0.6, 0.2});
    auto const next = ur5e{}.step(start, {});
    vec3 const goal = ur5e::target(start.draw), from = ur5e::tip(start.qpos), to = ur5e::tip(next.state.qpos);
    CHECK(next.reward == doctest::Approx(0.1 * dot(to - from, goal - from) / length(goal - from)));
    CHECK(next.reward > 0);
    CHECK_FALSE(next.terminated);
    CHECK(ur5e{.progress_weight = 2}.step(start, {}).reward == doctest::Approx(20 * next.reward));
}

TEST_CASE("observations are angles, velocities and the way to the target") {
    ls::random<double> random(1, 2, 3);
    auto const state = ur5e{}.reset(random);
    auto const seen = ur5e{}.observe(state);
    vec3 const way = ur5e::target(state.draw) - ur5e::tip(state.qpos);
    for (std::size_t i = 0; i < 6; ++i) {
        CHECK(seen[i] == doctest::Approx(std::cos(state.qpos[i])));
        CHECK(seen[6 + i] == doctest::Approx(std::sin(state.qpos[i])));
        CHECK(seen[12 + i] == state.qvel[i]);
    }
    CHECK(seen[18] == doctest::Approx(way.x));
    CHECK(seen[19] == doctest::Approx(way.y));
    CHECK(seen[20] == doctest::Approx(way.z));
}

TEST_CASE("targets are within the arm's reach, on all sides") {
    std::size_t ahead = 0, left = 0;
    for (std::uint32_t i = 0; i < 2000; ++i) {
        ls::random<float> random(3, i, 0);
        auto const state = ur5e{}.reset(random);
        auto const p = ur5e::target(state.draw);
        float const distance = std::sqrt(dot(p, p));
        CHECK(distance >= 0.35f - 1e-5f);
        CHECK(distance <= 0.75f + 1e-5f);
        CHECK(p.z >= 0);
        ahead += p.x > 0;
        left += p.y > 0;
    }
    CHECK(std::abs(static_cast<double>(ahead) - 1000) < 100);
    CHECK(std::abs(static_cast<double>(left) - 1000) < 100);
}

TEST_CASE_TEMPLATE("steps in float and lanes follow those in double", R, float, ls::lanes<4>, ls::lanes<16>) {
    ls::random<double> exact_random(1, 0, 0);
    auto exact = ur5e{}.reset(exact_random);
    ur5e::state<R> state;
    auto const from = ls::numbers_of<double>(exact);
    auto const to = ls::numbers_of<R>(state);
    std::transform(from.begin(), from.end(), to.begin(), [](double x) { return R(x); });
    for (int t = 0; t < 50; ++t) {
        ls::vector<double, 6> action;
        ls::vector<R, 6> same;
        for (std::size_t u = 0; u < 6; ++u) {
            action[u] = std::sin(static_cast<double>(u) + 0.13 * (static_cast<double>(u) + 1) * t);
            same[u] = R(action[u]);
        }
        exact = ur5e{}.step(exact, action).state;
        state = ur5e{}.step(state, same).state;
        for (std::size_t i = 0; i < 6; ++i) {
            CHECK(std::abs(ls::lane(state.qpos[i], ls::width_of<R> - 1) - exact.qpos[i]) < 1e-3);
        }
    }
}

TEST_CASE("steps in double are MuJoCo's, and rewards are those that Python computes") {
    support::check_golden_target_steps<ur5e>("ur5e", 1e-7);
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<ur5e>(); }

// No other simulator has this arm: the figures are this one's own.
TEST_CASE("a random policy reaches nothing, and episodes last 1000 steps") {
    auto const ours = support::random_policy(ur5e{}, 8, 1);
    CHECK(support::agrees(ours.episode_return, -0.0355, 0.001));
    CHECK(ours.length.mean() == 1000);
    CHECK(ours.length.deviation() == 0);
}
