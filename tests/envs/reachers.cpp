// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/envs/concept/physical_environment.hpp>
#include <lockstep/envs/reachers.hpp>
#include <lockstep/physics/scene.hpp>
#include <tests/envs/wild_states.hpp>
#include <tests/support/random_policy.hpp>

namespace ls = lockstep;
using ls::envs::reachers;

namespace {

/// Somewhere within an episode. The left arm knows the target, or the right one.
reachers::state<double> some_state(std::uint32_t i, bool left_knows) {
    ls::random<double> random(4, i, 0);
    auto state = reachers{.reset_noise_scale = 2}.reset(random);
    for (double& speed : state.qvel) {
        speed = random.uniform(-3, 3);
    }
    state.draw[2] = left_knows ? 0.25 : 0.75;
    return state;
}

struct place {
    double x, y;
};
/// Where the fingertips are, left and right, as the scene of the robot has it.
std::vector<place> fingertips(reachers::state<double> const& state) {
    auto const scene = ls::physics::scene_of(reachers::robot);
    auto const poses =
        ls::physics::poses(scene, reachers::model, std::vector(state.qpos.begin(), state.qpos.end()));
    std::vector<place> tips;
    for (std::size_t i = 0; i < poses.size(); ++i) {
        if (scene.shapes[i].body.ends_with("fingertip")) {
            tips.push_back({poses[i].position.x, poses[i].position.y});
        }
    }
    return tips;
}

/// A vector of the world in the axes of an arm.
place seen_by(std::size_t agent, place const& v) {
    double const side = agent == 0 ? 1 : -1;
    return {side * v.y, -side * v.x};
}

constexpr double near = 1e-12;

}  // namespace

static_assert(ls::has_target<reachers> && ls::agent_count<reachers> == 2);
static_assert(ls::agent_observation_size<reachers> == 13 && ls::agent_action_size<reachers> == 2);
static_assert(ls::agent_observation_size<ls::critic_environment<reachers>> == 21);

TEST_CASE("each arm sees itself, its partner's fingertip, and the target if it knows it") {
    for (std::uint32_t i = 0; i < 20; ++i) {
        bool const left_knows = i % 2 == 0;
        auto const state = some_state(i, left_knows);
        auto const all = reachers{}.observe(state);
        auto const told = reachers{}.observe_privileged(state);
        auto const tips = fingertips(state);
        REQUIRE(tips.size() == 2);
        auto const target = reachers::target(state.draw);
        double const h = 1e-6;
        auto later = state;
        for (std::size_t k = 0; k < 4; ++k) {
            later.qpos[k] += h * state.qvel[k];
        }
        auto const moved = fingertips(later);
        for (std::size_t agent = 0; agent < 2; ++agent) {
            std::size_t const other = 1 - agent;
            auto const own = ls::part_of<2>(all, agent);
            auto const more = ls::part_of<2>(told, agent);
            for (std::size_t k = 0; k < 2; ++k) {
                CHECK(own[k] == doctest::Approx(std::cos(state.qpos[2 * agent + k])).epsilon(near));
                CHECK(own[2 + k] == doctest::Approx(std::sin(state.qpos[2 * agent + k])).epsilon(near));
                CHECK(own[4 + k] == state.qvel[2 * agent + k]);
                CHECK(more[2 + k] == doctest::Approx(std::cos(state.qpos[2 * other + k])).epsilon(near));
                CHECK(more[4 + k] == doctest::Approx(std::sin(state.qpos[2 * other + k])).epsilon(near));
                CHECK(more[6 + k] == state.qvel[2 * other + k]);
            }
            place const to_partner = seen_by(agent, {tips[other].x - tips[agent].x, tips[other].y - tips[agent].y});
            CHECK(own[6] == doctest::Approx(to_partner.x).epsilon(near));
            CHECK(own[7] == doctest::Approx(to_partner.y).epsilon(near));
            place const speed = seen_by(agent, {(moved[other].x - tips[other].x) / h, (moved[other].y - tips[other].y) / h});
            CHECK(std::abs(own[8] - speed.x) < 1e-5);
            CHECK(std::abs(own[9] - speed.y) < 1e-5);
            place const to_target = seen_by(agent, {target.x - tips[agent].x, target.y - tips[agent].y});
            bool const knows = (agent == 0) == left_knows;
            CHECK(own[10] == doctest::Approx(knows ? to_target.x : 0).epsilon(near));
            CHECK(own[11] == doctest::Approx(knows ? to_target.y : 0).epsilon(near));
            CHECK(own[12] == (knows ? 1 : 0));
            CHECK(more[0] == doctest::Approx(to_target.x).epsilon(near));
            CHECK(more[1] == doctest::Approx(to_target.y).epsilon(near));
        }
    }
}

TEST_CASE("an arm that does not see its partner sees all else") {
    auto const state = some_state(3, true);
    auto const usual = reachers{}.observe(state), blind = reachers{.sees_partner = false}.observe(state);
    for (std::size_t i = 0; i < usual.size(); ++i) {
        std::size_t const k = i % 13;
        CHECK(blind[i] == (k >= 6 && k < 10 ? 0 : usual[i]));
    }
}

TEST_CASE("both parts of the reward have a weight, and both arms count") {
    auto const start = some_state(5, true);
    ls::vector<double, 4> const action{0.5, -2, 0.25, 1};
    reachers const distance_only{.distance_weight = 2, .control_weight = 0};
    reachers const control_only{.distance_weight = 0, .control_weight = 3};
    CHECK(control_only.step(start, action).reward == doctest::Approx(-3 * (0.25 + 4 + 0.0625 + 1)));
    auto const next = distance_only.step(start, action);
    auto const tips = fingertips(next.state);
    auto const target = reachers::target(start.draw);
    CHECK(next.reward == doctest::Approx(-2 * (std::hypot(tips[0].x - target.x, tips[0].y - target.y) +
                                               std::hypot(tips[1].x - target.x, tips[1].y - target.y))));
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(next.state.draw[k] == start.draw[k]);  // the target stays, and who knows it
    }
    CHECK_FALSE(next.terminated);
}

TEST_CASE("targets are anywhere in the disc, both arms reach them, and each arm knows half of them") {
    double inside_half = 0, left = 0;
    for (std::uint32_t i = 0; i < 4000; ++i) {
        ls::random<float> random(3, i, 0);
        auto const state = reachers{}.reset(random);
        auto const target = reachers::target(state.draw);
        CHECK(std::hypot(target.x, target.y) <= 0.08f);
        for (float const shoulder : {-0.12f, 0.12f}) {
            CHECK(std::hypot(target.x - shoulder, target.y) < 0.21f);
            CHECK(std::hypot(target.x - shoulder, target.y) > 0.02f);  // an elbow bent by 3 rad
        }
        inside_half += std::hypot(target.x, target.y) < 0.04f ? 1 : 0;
        left += reachers{}.observe(state)[12] == 1 ? 1 : 0;
        for (std::size_t k = 0; k < 4; ++k) {
            CHECK(std::abs(state.qpos[k]) <= 0.3f);
            CHECK(state.qvel[k] == 0);
        }
    }
    CHECK(inside_half / 4000 == doctest::Approx(0.25).epsilon(0.1));
    CHECK(left / 4000 == doctest::Approx(0.5).epsilon(0.05));
}

TEST_CASE_TEMPLATE("steps in float and lanes follow those in double", R, float, ls::lanes<4>, ls::lanes<16>) {
    auto exact = some_state(7, true);
    reachers::state<R> state;
    auto const from = ls::numbers_of<double>(exact);
    std::transform(from.begin(), from.end(), ls::numbers_of<R>(state).begin(), [](double x) { return R(x); });
    std::fill(state.active.begin(), state.active.end(), ls::empty_word<R>());
    for (int t = 0; t < 50; ++t) {
        ls::vector<double, 4> action;
        ls::vector<R, 4> same;
        for (std::size_t u = 0; u < 4; ++u) {
            action[u] = 0.3 * std::sin(static_cast<double>(u) + 0.13 * (static_cast<double>(u) + 1) * t);
            same[u] = R(action[u]);
        }
        auto const next = reachers{}.step(exact, action);
        auto const ours = reachers{}.step(state, same);
        CHECK(std::abs(static_cast<double>(ls::lane(ours.reward, ls::width_of<R> - 1)) - next.reward) < 1e-4);
        exact = next.state;
        state = ours.state;
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(std::abs(static_cast<double>(ls::lane(state.qpos[i], ls::width_of<R> - 1)) - exact.qpos[i]) < 1e-3);
        }
    }
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<reachers>(); }

// No other simulator has this task: the figure is this one's own.
TEST_CASE("a random policy waves about") {
    auto const ours = support::random_policy(reachers{}, 64, 2);
    CHECK(support::agrees(ours.episode_return, -25.50, 0.02));
    CHECK(ours.length.mean() == 50);
}
