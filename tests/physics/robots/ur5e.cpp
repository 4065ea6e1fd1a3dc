// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/ur5e.hpp>
#include <tests/physics/golden_steps.hpp>

namespace physics = lockstep::physics;

TEST_CASE("accelerations and steps are MuJoCo's, in free motion and at the limits") {
    support::check_golden_steps(physics::ur5e_model, "ur5e");
}

TEST_CASE("the full torque holds a joint at 180 degrees a second") {
    physics::model const& m = physics::ur5e_model;
    REQUIRE(m.motors.size() == 6);
    for (auto const& motor : m.motors) {
        CHECK(motor.gear * motor.high / m.dofs[motor.dof].damping == doctest::Approx(3.14159265).epsilon(0.01));
    }
}
