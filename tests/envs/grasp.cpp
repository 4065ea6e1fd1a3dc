// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/grasp.hpp>
#include <tests/envs/golden_targets.hpp>
#include <tests/envs/wild_states.hpp>
#include <tests/support/random_policy.hpp>

namespace ls = lockstep;
using ls::envs::grasp;

namespace {

/// The hand open over the ball, both in the middle.
grasp::state<double> over_ball() {
    ls::random<double> random(1, 0, 0);
    auto state = grasp{.reset_noise_scale = 0}.reset(random);
    state.qpos[19] = state.qpos[20] = 0;
    return state;
}

/// What holds the hand at a height and opens or closes the fingers.
ls::vector<double, 19> controls(grasp::state<double> const& s, double height, bool close) {
    ls::vector<double, 19> action{};
    double const weight = close ? 0.42 : 0.32;
    action[0] = -5 * s.qpos[0];
    action[1] = -5 * s.qpos[1];
    action[2] = 5 * (height - s.qpos[2]) - 0.3 * s.qvel[2] + weight;
    for (std::size_t finger = 3; finger < 19; finger += 4) {
        action[finger] = -0.5 * s.qpos[finger];
        action[finger + 1] = close ? 0.8 : -0.5;
        action[finger + 2] = action[finger + 3] = close ? 0.6 : 0;
    }
    for (double& a : action) {
        a = std::clamp(a, -1.0, 1.0);
    }
    return action;
}

grasp const no_reward{.approach_weight = 0, .near_weight = 0, .touch_weight = 0, .carry_weight = 0, .hit_reward = 0};

}  // namespace

TEST_CASE("the hand can pick the ball up, and is paid for it") {
    auto state = over_ball();
    double touched = 0, carried = 0;
    for (int t = 0; t < 200; ++t) {
        auto const next = grasp{}.step(state, controls(state, t < 100 ? 0.17 : 0.6, t >= 50));
        CHECK_FALSE(next.terminated);
        state = next.state;
        touched = std::max(touched, grasp::touching_fingers(state));
        carried += t >= 100 ? next.reward : 0;
    }
    CHECK(touched >= 3);
    CHECK(state.qpos[21] > 0.4);  // the ball
    CHECK(carried > 1);
}

TEST_CASE("each part of the reward has a weight") {
    auto const start = over_ball();
    ls::vector<double, 19> const action = controls(start, 0.2, false);
    CHECK(no_reward.step(start, action).reward == 0);
    auto const with = [&](grasp::state<double> const& from, auto&& change) {
        grasp env = no_reward;
        change(env);
        return env.step(from, action).reward;
    };
    auto const after = no_reward.step(start, action).state;
    CHECK(with(start, [](grasp& env) { env.approach_weight = 3; }) ==
          doctest::Approx(3 * 10 * (start.qpos[2] - after.qpos[2])).epsilon(1e-6));
    double const beside = std::hypot(after.qpos[19] - after.qpos[0], after.qpos[20] - after.qpos[1]);
    CHECK(with(start, [](grasp& env) { env.near_weight = 2; }) == doctest::Approx(0.04 / (1 + 10 * beside)));
    CHECK(with(start, [](grasp& env) { env.touch_weight = 2; }) == 0);
    auto closed = start;
    closed.qpos[2] = 0.17;
    for (std::size_t finger = 3; finger < 19; finger += 4) {
        closed.qpos[finger + 1] = 0.1, closed.qpos[finger + 2] = 0.15, closed.qpos[finger + 3] = 0.4;
    }
    double const fingers = grasp::touching_fingers(no_reward.step(closed, action).state);
    CHECK(fingers == 4);
    CHECK(with(closed, [](grasp& env) { env.touch_weight = 2; }) == doctest::Approx(0.04 * fingers));
    CHECK(with(start, [](grasp& env) { env.hit_reward = 7; }) == 0);
    CHECK(with(start, [](grasp& env) { env.hit_reward = 7, env.target_radius = 2; }) == 7);

    auto thrown = start;
    thrown.qvel[21] = 1;  // the ball, upwards
    auto const flown = no_reward.step(thrown, action).state;
    auto const goal = grasp::target(thrown.draw);
    double const way[3] = {goal.x, goal.y, goal.z - 0.06};
    double const along = (flown.qpos[19] * way[0] + flown.qpos[20] * way[1] + (flown.qpos[21] - 0.06) * way[2]) /
                         std::hypot(way[0], way[1], way[2]);
    CHECK(with(thrown, [](grasp& env) { env.carry_weight = 1.5; }) == doctest::Approx(1.5 * 10 * along));
}

TEST_CASE("a target that is reached moves") {
    auto const start = over_ball();
    grasp env;
    CHECK(env.step(start, {}).state.draw[0] == start.draw[0]);
    env.target_radius = 2;
    CHECK(env.step(start, {}).state.draw[0] != start.draw[0]);
}

TEST_CASE("starts are open hands over a ball that lies near; targets are in the air") {
    for (std::uint32_t i = 0; i < 1000; ++i) {
        ls::random<float> random(7, i, 0);
        auto const state = grasp{}.reset(random);
        auto const seen = grasp{}.observe(state);
        auto const target = grasp::target(state.draw);
        CHECK(state.qpos[21] == 0.06f);
        CHECK(std::abs(state.qpos[19]) <= 0.3f);
        CHECK(std::abs(state.qpos[20]) <= 0.3f);
        CHECK(seen[44] == state.qpos[19]);
        CHECK(seen[46] == doctest::Approx(0.06 - 0.4));
        CHECK(seen[47] == doctest::Approx(target.x - state.qpos[19]));
        CHECK(std::hypot(target.x, target.y) < 0.5001f);
        CHECK(std::hypot(target.x, target.y) > 0.1999f);
        CHECK(target.z >= 0.3f);
        CHECK(target.z <= 0.8f);
        for (std::size_t k = 0; k < grasp::model.dofs.size() - 6; ++k) {
            auto const& dof = grasp::model.dofs[k];
            CHECK(state.qpos[k] >= dof.range[0]);
            CHECK(state.qpos[k] <= dof.range[1]);
        }
    }
}

TEST_CASE("steps in double are MuJoCo's, and rewards are those that Python computes") {
    support::check_golden_target_steps<grasp>("grasp", 1e-7);
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<grasp>(); }

// No other simulator has this hand: the figure is this one's own.
TEST_CASE("a random policy rarely touches the ball") {
    auto const ours = support::random_policy(grasp{}, 8, 1);
    CHECK(support::agrees(ours.episode_return, -0.006, 0.06));
    CHECK(ours.length.mean() == 1000);
    CHECK(ours.length.deviation() == 0);
}
