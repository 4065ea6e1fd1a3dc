// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/physics/robots/swimmer.hpp>
#include <tests/envs/golden_episode.hpp>
#include <tests/envs/wild_states.hpp>

namespace ls = lockstep;
using ls::envs::swimmer;

TEST_CASE("steps in double are Gymnasium's") {
    support::check_golden_steps<swimmer, double>("swimmer", 1e-9);
    support::check_golden_trajectory<swimmer, double>("swimmer", std::array<double, 5>{0, 0, 0, 0, 0}, 300, 1e-9);
}

TEST_CASE_TEMPLATE("steps in float and lanes follow", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    support::check_golden_trajectory<swimmer, R>("swimmer", std::array<double, 5>{0, 0, 0, 0, 0}, 100, 1e-3);
}

TEST_CASE("the state has room for the solver's active set") {
    CHECK(swimmer::state<float>{}.active.size() == ls::physics::swimmer_model.words);
}

TEST_CASE("the position can be shown, and the reward weighted") {
    ls::envs::basic_swimmer<true> const shown{.forward_reward_weight = 2, .ctrl_cost_weight = 0.5};
    swimmer const usual;
    auto const start = support::state_of<swimmer, double>(std::array<double, 5>{1, 2, 0.3, 0.4, 0.5}, {});
    auto const same = support::state_of<ls::envs::basic_swimmer<true>, double>(std::array<double, 5>{1, 2, 0.3, 0.4, 0.5}, {});
    auto const all = shown.observe(same);
    auto const some = usual.observe(start);
    CHECK(all[0] == 1);
    CHECK(all[1] == 2);
    for (std::size_t i = 0; i < swimmer::observation_size; ++i) {
        CHECK(all[2 + i] == some[i]);
    }
    ls::vector<double, 2> const action{2, -1};
    auto const a = usual.step(start, action);
    auto const b = shown.step(same, action);
    double const speed = (a.state.qpos[0] - 1) / 0.04;
    CHECK(a.reward == doctest::Approx(speed - 5e-4));
    CHECK(b.reward == doctest::Approx(2 * speed - 2.5));
}

TEST_CASE("resets draw positions and velocities within the noise") {
    swimmer const env;
    double widest = 0;
    for (std::uint32_t i = 0; i < 1000; ++i) {
        ls::random<float> random(3, i, 0);
        auto const state = env.reset(random);
        for (std::size_t k = 0; k < 5; ++k) {
            CHECK(std::abs(state.qpos[k]) <= 0.1f);
            CHECK(std::abs(state.qvel[k]) <= 0.1f);
            widest = std::max(widest, static_cast<double>(std::abs(state.qvel[k])));
        }
    }
    CHECK(widest > 0.099);
}

TEST_CASE("wild states end in numbers, or the episode ends") { support::check_wild_states<swimmer>(); }
