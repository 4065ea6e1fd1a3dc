// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/pusher.hpp>
#include <tests/envs/golden_episode.hpp>
#include <tests/envs/wild_states.hpp>

namespace ls = lockstep;
using ls::envs::pusher;

namespace {

/// At rest, the hand beside the object and just over the table.
constexpr std::array<double, 11> start = {0, 0.65, 0, -0.5, 0, -0.4, 0, -0.36, 0.35, 0, 0};

}  // namespace

TEST_CASE("steps in double are Gymnasium's") { support::check_golden_steps<pusher, double>("pusher", 1e-7); }

// The hand passes deep into the object: MuJoCo's tolerance of 1e-6 m is in the numbers.
TEST_CASE_TEMPLATE("an episode that pushes the object is Gymnasium's", R, double, float, ls::lanes<8>, ls::lanes<16>) {
    double const bound = std::same_as<R, double> ? 1e-5 : 2e-3;
    support::check_golden_trajectory<pusher, R>("pusher", start, 40, bound);
}

TEST_CASE("each part of the reward has a weight") {
    pusher const usual, near{.reward_dist_weight = 0, .reward_control_weight = 0},
        far{.reward_near_weight = 0, .reward_control_weight = 0}, control{.reward_near_weight = 0, .reward_dist_weight = 0};
    ls::random<double> random(4, 0, 0);
    auto const state = pusher{}.reset(random);
    ls::vector<double, 7> const action{0.5, -3};
    CHECK(control.step(state, action).reward == doctest::Approx(-0.925));
    auto const after = far.step(state, action);
    auto const& seen = after.state.derived;
    CHECK(after.reward == doctest::Approx(-std::hypot(seen[3] - seen[6], seen[4] - seen[7], seen[5] - seen[8])));
    CHECK(near.step(state, action).reward ==
          doctest::Approx(-0.5 * std::hypot(seen[3] - seen[0], seen[4] - seen[1], seen[5] - seen[2])));
    CHECK(usual.step(state, action).reward ==
          doctest::Approx(after.reward + near.step(state, action).reward + control.step(state, action).reward));
    CHECK_FALSE(after.terminated);
}

TEST_CASE("resets put the object on its side of the goal, and not near it") {
    double sum_x = 0, sum_y = 0;
    for (std::uint32_t i = 0; i < 4000; ++i) {
        ls::random<float> random(3, i, 0);
        auto const state = pusher{}.reset(random);
        float const y = state.qpos[7], x = state.qpos[8];
        CHECK(std::hypot(x, y) > 0.17f);
        CHECK(-0.3f <= y);
        CHECK(y <= 0.0f);
        CHECK(std::abs(x) <= 0.2f);
        sum_x += x;
        sum_y += y;
        for (std::size_t k = 0; k < 11; ++k) {
            CHECK((k == 7 || k == 8 || state.qpos[k] == 0));
            CHECK(std::abs(state.qvel[k]) <= (k < 7 ? 0.005f : 0.0f));
        }
        auto const seen = pusher{}.observe(state);
        CHECK(seen[14] == doctest::Approx(0.821));  // the tips
        CHECK(seen[15] == doctest::Approx(-0.6));
        CHECK(seen[17] == doctest::Approx(0.45f + x));
        CHECK(seen[18] == doctest::Approx(-0.05f + y));
        CHECK(seen[22] == doctest::Approx(-0.323));
    }
    // Of the rectangle without the half disc: y is (-0.15 * 0.12 + 0.17^3 * 2 / 3) / (0.12 - pi 0.17^2 / 2) in the mean.
    CHECK(sum_y / 4000 == doctest::Approx(-0.1973).epsilon(0.02));
    CHECK(std::abs(sum_x / 4000) < 4 * 0.12 / std::sqrt(4000.0));
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<pusher>(); }
