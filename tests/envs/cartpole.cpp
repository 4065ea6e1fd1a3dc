// SPDX-License-Identifier: MIT
// Against steps and an episode of Gymnasium 1.4.0, which tests/golden/classic_control.py wrote.
#include <doctest/doctest.h>

#include <cmath>
#include <concepts>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <tests/envs/classic_control.hpp>
#include <tests/envs/wild_states.hpp>
#include <tests/support/random_policy.hpp>

namespace ls = lockstep;
using ls::envs::cartpole;

TEST_CASE_TEMPLATE("a step is Gymnasium's, with either reward and integrator", R, double, float, ls::lanes<4>, ls::lanes<16>) {
    auto const env_of = [](double sutton_barto, double semi_implicit) {
        return cartpole{.sutton_barto_reward = sutton_barto != 0, .semi_implicit = semi_implicit != 0};
    };
    support::check_classic_steps<R>("cartpole", env_of, std::same_as<R, double> ? 1e-14 : 1e-6);
}

TEST_CASE("an episode in double is Gymnasium's to its end") {
    auto const chase = [](auto const& now) { return now.angle > 0 ? 1.0 : 0.0; };
    support::check_classic_episode<cartpole>("cartpole", {0.01, 0.02, 0.03, -0.04}, chase, 1e-12);
}

TEST_CASE("limits and the range of starts can be set") {
    cartpole const wide{.position_limit = 10, .angle_limit = 1, .reset_range = {0.1, 0.3}};
    CHECK(cartpole{}.step(cartpole::state<double>{3, 0, 0, 0}, ls::vector<double, 1>{0}).terminated);
    CHECK(cartpole{}.step(cartpole::state<double>{0, 0, -0.5, 0}, ls::vector<double, 1>{0}).terminated);
    CHECK_FALSE(wide.step(cartpole::state<double>{3, 0, -0.5, 0}, ls::vector<double, 1>{0}).terminated);
    for (std::uint32_t i = 0; i < 100; ++i) {
        ls::random<double> draws(1, i, 0), same = draws;
        auto const start = wide.reset(draws), narrow = cartpole{}.reset(same);
        for (double const number : ls::numbers_of<double>(start)) {
            CHECK(number >= 0.1);
            CHECK(number < 0.3);
        }
        CHECK(std::abs(narrow.spin) <= 0.05);
    }
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<cartpole>(); }

// Gymnasium over 20000 episodes: return and length 22.151 +- 0.082.
TEST_CASE("a random policy earns what it earns in Gymnasium") {
    auto const ours = support::random_policy(cartpole{}, 64, 16);
    CHECK(support::agrees(ours.episode_return, 22.151, 0.082));
    CHECK(support::agrees(ours.length, 22.151, 0.082));
}
