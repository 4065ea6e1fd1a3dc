// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/reachers.hpp>
#include <tests/physics/golden_steps.hpp>

namespace physics = lockstep::physics;

TEST_CASE("accelerations and steps are MuJoCo's, in free motion and at the limits") {
    support::check_golden_steps(physics::reachers_model, "reachers");
}

TEST_CASE("two arms of two joints each do not touch") {
    physics::model const& m = physics::reachers_model;
    CHECK(m.motors.size() == 4);
    CHECK(m.qvel_size() == 4);
    CHECK(m.points.size() == 0);
}
