// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/hopper.hpp>

namespace physics = lockstep::physics;

// Masses, inertias and weights are compared with MuJoCo's in tests/physics/compile.cpp and tests/physics/mujoco.cpp.
TEST_CASE("the hopper is a planar chain of four links with a motor for every limited joint") {
    physics::model const& m = physics::hopper_model;
    CHECK(m.planar);
    CHECK(m.qpos_size() == 6);
    CHECK(m.bodies.size() == 4);
    CHECK(m.integrator == physics::integrator_type::runge_kutta);
    CHECK(m.timestep == 0.002);
    CHECK(m.initial_qpos[1] == 1.25);
    REQUIRE(m.motors.size() == 3);
    for (std::size_t u = 0; u < 3; ++u) {
        CHECK(m.motors[u].gear == 200);
        CHECK(m.motors[u].dof == 3 + u);
        CHECK(m.dofs[3 + u].limited);
    }
}
