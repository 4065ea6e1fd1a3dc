// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/running_plan.hpp>

#include <cstddef>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <tests/support/refusal.hpp>

namespace ls = lockstep;

using plan_type = ls::running_plan<ls::envs::pendulum>;

TEST_CASE("actions come and go in the environment's units, and lie within its bounds") {
    plan_type plan("planner", 3);
    CHECK(plan.actions()[2][0] == 0);
    plan.set_actions(std::vector<plan_type::action>{{1.0f}, {-2.0f}, {5.0f}});
    CHECK(plan.numbers() == std::vector<float>{0.5f, -1, 1});
    CHECK(plan.actions()[0][0] == 1);
    CHECK(plan.actions()[1][0] == -2);
    CHECK(plan.actions()[2][0] == 2);
    plan.restart();
    CHECK(plan.numbers() == std::vector<float>{0, 0, 0});
}

TEST_CASE("later steps follow, and the last one is repeated") {
    plan_type plan("planner", 4);
    plan.numbers() = {0.1f, 0.2f, 0.3f, 0.4f};
    plan.advance(0);
    CHECK(plan.numbers() == std::vector<float>{0.1f, 0.2f, 0.3f, 0.4f});
    plan.advance(1);
    CHECK(plan.numbers() == std::vector<float>{0.2f, 0.3f, 0.4f, 0.4f});
    plan.advance(9);
    CHECK(plan.numbers() == std::vector<float>{0.4f, 0.4f, 0.4f, 0.4f});
}

TEST_CASE("a state is the same in all lanes, and is refused with its number if it is not finite") {
    plan_type const plan("planner", 1);
    auto const lanes = plan.spread<ls::native_lanes>({1.5f, -2.0f});
    for (std::size_t l = 0; l < ls::native_lanes::width; ++l) {
        CHECK(lanes.angle[l] == 1.5f);
        CHECK(lanes.speed[l] == -2);
    }
    CHECK(plan.spread<double>({1.5f, -2.0f}).speed == -2);
    CHECK(support::refusal([&] { plan.spread<double>({0.0f, std::numeric_limits<float>::infinity()}); }) ==
          "lockstep::planner: number 1 of the state is not finite");
}
