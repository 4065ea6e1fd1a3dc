// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/ant.hpp>

namespace physics = lockstep::physics;

// Masses, inertias and weights are compared with MuJoCo's in tests/physics/mujoco.cpp.
TEST_CASE("the ant is a free body with four legs of two limited joints") {
    physics::model const& m = physics::ant_model;
    CHECK(m.qpos_size() == 15);
    CHECK(m.qvel_size() == 14);
    CHECK(m.bodies.size() == 9);
    CHECK(m.integrator == physics::integrator_type::runge_kutta);
    CHECK(m.timestep == 0.01);
    REQUIRE(m.motors.size() == 8);
    // In Gymnasium's order: the fourth leg first.
    std::size_t const order[8] = {12, 13, 6, 7, 8, 9, 10, 11};
    for (std::size_t u = 0; u < 8; ++u) {
        CHECK(m.motors[u].gear == 150);
        CHECK(m.motors[u].dof == order[u]);
        CHECK(m.dofs[m.motors[u].dof].limited);
    }
}
