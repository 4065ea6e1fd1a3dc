// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile/shape_range.hpp>
#include <tests/physics/touching_robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("shapes of a body and of what hangs from it stand in a row") {
    physics::model const& m = physics::juggler_model;
    auto const hub = physics::shapes_below(m, 0), arm = physics::shapes_below(m, 1), hand = physics::shapes_below(m, 2);
    CHECK(hub.first == 0);
    CHECK(hub.last == 5);
    CHECK(arm.contains(m, 1.0) == 1);
    CHECK(arm.contains(m, 2.0) == 1);
    CHECK(arm.contains(m, 3.0) == 0);
    CHECK(hand.contains(m, 1.0) == 0);
    CHECK(physics::shapes_of_robot_body(m, 0).last == 1);
}
