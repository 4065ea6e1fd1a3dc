// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/envs/family/planar_walk.hpp>
#include <lockstep/envs/hopper.hpp>

namespace ls = lockstep;
namespace envs = lockstep::envs;

TEST_CASE("the reward is for speed and health, less the cost of acting") {
    envs::hopper const env{.forward_reward_weight = 2, .ctrl_cost_weight = 0.5, .healthy_reward = 3};
    envs::hopper::state<double> before{}, now{};
    now.qpos[0] = 0.016;
    ls::vector<double, 3> const action{1, -1, 2};
    auto const healthy = envs::walked(env, before, now, action, true), fallen = envs::walked(env, before, now, action, false);
    CHECK(healthy.reward == doctest::Approx(2 * 0.016 / 0.008 + 3 - 0.5 * 6));
    CHECK_FALSE(healthy.terminated);
    CHECK(fallen.reward == doctest::Approx(healthy.reward - 3));
    CHECK(fallen.terminated);
    envs::hopper const patient{.terminate_when_unhealthy = false};
    CHECK_FALSE(envs::walked(patient, before, now, action, false).terminated);
}

TEST_CASE("velocities are shown clipped, x only where there is room for it") {
    envs::hopper::state<double> now{};
    now.qpos[0] = 7, now.qpos[1] = 1.25, now.qvel[5] = -12;
    CHECK(envs::clipped_joints<11>(now)[0] == 1.25);
    CHECK(envs::clipped_joints<11>(now)[10] == -10);
    CHECK(envs::clipped_joints<12>(now)[0] == 7);
}
