// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/walker2d.hpp>

namespace physics = lockstep::physics;

// Masses, inertias and weights are compared with MuJoCo's in tests/physics/mujoco.cpp.
TEST_CASE("the walker stands on two legs of three limited joints, with a motor each") {
    physics::model const& m = physics::walker2d_model;
    CHECK(m.qpos_size() == 9);
    CHECK(m.qvel_size() == 9);
    CHECK(m.bodies.size() == 7);
    CHECK(m.integrator == physics::integrator_type::runge_kutta);
    CHECK(m.timestep == 0.002);
    REQUIRE(m.motors.size() == 6);
    for (auto const& motor : m.motors) {
        CHECK(motor.gear == 100);
        CHECK(m.dofs[motor.dof].limited);
    }
}
