// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/compile/points.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a capsule has a point at each end, a sphere one, and what may not touch the ground none") {
    physics::model const& m = physics::tripod_model;
    REQUIRE(m.points.size() == 8);
    CHECK_FALSE(m.points[0].along_axis);
    CHECK(m.points[1].along_axis);
    CHECK(m.points[1].position.x == doctest::Approx(0.2 + 0.15 * 0.8));
    CHECK(m.points[2].position.x == doctest::Approx(0.2 - 0.15 * 0.8));
    CHECK(m.points[3].body == 1);
    CHECK(m.points[3].part == 2);
    CHECK(m.points[3].position.x == doctest::Approx(0.3 + 0.28 * 0.03));
    CHECK(m.points[1].friction == 0.8);
    CHECK(m.points[1].contact.margin == doctest::Approx(0.015));
    CHECK(physics::ball_pendulum_model.points.size() == 0);
}
