// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/humanoid.hpp>

namespace physics = lockstep::physics;

// Masses, inertias and weights are compared with MuJoCo's in tests/physics/compile.cpp and tests/physics/mujoco.cpp.
TEST_CASE("the humanoid is a free torso with 17 limited hinges, and feet fused into its shins") {
    physics::model const& m = physics::humanoid_model;
    CHECK(m.qpos_size() == 24);
    CHECK(m.qvel_size() == 23);
    CHECK(m.robot_bodies.size() == 13);
    CHECK(m.bodies.size() == 11);
    CHECK(m.points.size() == 29);
    CHECK(m.integrator == physics::integrator_type::runge_kutta);
    CHECK(m.timestep == 0.003);
    REQUIRE(m.motors.size() == 17);
    // In Gymnasium's order: the abdomen's y comes before its z.
    CHECK(m.motors[0].dof == 7);
    CHECK(m.motors[1].dof == 6);
    for (auto const& motor : m.motors) {
        CHECK(motor.high == 0.4);
        CHECK(motor.low == -0.4);
        CHECK(m.dofs[motor.dof].limited);
    }
    CHECK(m.motors[5].gear == 300);
    CHECK(m.motors[16].gear == 25);
}
