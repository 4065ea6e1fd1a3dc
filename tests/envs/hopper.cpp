// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <limits>

#include <lockstep/envs/hopper.hpp>
#include <lockstep/physics/robots/hopper.hpp>
#include <tests/envs/episode.hpp>
#include <tests/envs/wild_states.hpp>
#include <tests/support/thrown.hpp>

namespace ls = lockstep;
using ls::envs::hopper;

TEST_CASE("an episode in double is Gymnasium's, long after it has fallen and folded up") {
    support::check_golden_episode<hopper>("hopper", 200, 1e-9);
}

TEST_CASE("the state has room for the solver's active set") {
    CHECK(hopper::state<float>{}.active.size() == ls::physics::hopper_model.words);
}

TEST_CASE("the reward's weights, the healthy ranges and the position are options") {
    ls::vector<double, 3> const action{0.5, -0.5, 0.5}, far{2, -2, 2}, one{1, -1, 1};
    auto const start = support::quiet_start<hopper>();
    auto const reward = [&](hopper const& env) { return env.step(start, action).reward; };
    double const speed = reward({.ctrl_cost_weight = 0, .healthy_reward = 0});
    CHECK(reward({}) == doctest::Approx(speed + 1 - 1e-3 * 0.75));
    CHECK(reward({.forward_reward_weight = 2, .ctrl_cost_weight = 0.1, .healthy_reward = 3}) ==
          doctest::Approx(2 * speed + 3 - 0.075));
    // The motors see a clamped action, its cost the action itself.
    CHECK(hopper{}.step(start, one).reward - hopper{}.step(start, far).reward == doctest::Approx(1e-3 * (12 - 3)));

    CHECK_FALSE(hopper{}.step(start, action).terminated);
    for (hopper const& env : {hopper{.healthy_z_range = {1.3, 2}}, hopper{.healthy_angle_range = {0.1, 0.2}},
                              hopper{.healthy_state_range = {-1e-6, 1}}, hopper{.healthy_state_range = {-1, 1e-6}}}) {
        auto patient = env;
        patient.terminate_when_unhealthy = false;
        CHECK(env.step(start, action).terminated);
        CHECK(env.step(start, action).reward == doctest::Approx(reward({}) - 1));
        CHECK_FALSE(patient.step(start, action).terminated);
    }
    // The range of the state says nothing about x and the height.
    auto far_away = start;
    far_away.qpos[0] = 1e3;
    CHECK_FALSE(hopper{}.step(far_away, action).terminated);
    for (double const broken : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        auto state = start;
        state.qvel[5] = broken;
        CHECK(hopper{}.step(state, action).terminated);
    }

    ls::envs::basic_hopper<true>::state<double> there{start.qpos, start.qvel, start.active};
    there.qpos[0] = 7;
    there.qvel[3] = -12;
    there.qvel[5] = 12;
    auto const shown = ls::envs::basic_hopper<true>{}.observe(there);
    CHECK(shown[0] == 7);
    CHECK(shown[1] == 1.25);
    CHECK(shown[9] == -10);
    CHECK(shown[11] == 10);
}

TEST_CASE("resets draw every position and velocity within the noise") { support::check_uniform_noise<hopper>(); }

TEST_CASE("float and lanes follow double until contacts have amplified their rounding") {
    support::check_numbers_agree<hopper>({0.2, -0.1, 0.1}, 40, 1e-3);
}

TEST_CASE("wild states end in numbers") {
    support::check_wild_states<hopper>();
    CHECK(support::nonfinite_after_throw(hopper{}, 6, 6) == 0);
}
