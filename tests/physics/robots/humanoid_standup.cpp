// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/humanoid.hpp>
#include <lockstep/physics/robots/humanoid_standup.hpp>

namespace physics = lockstep::physics;

// Masses, inertias and weights are compared with MuJoCo's in tests/physics/compile.cpp and tests/physics/mujoco.cpp.
TEST_CASE("the lying humanoid has the standing one's parts") {
    physics::model const &lying = physics::humanoid_standup_model, &standing = physics::humanoid_model;
    CHECK(lying.initial_qpos[2] == 0.105);
    CHECK(lying.robot_bodies.size() == standing.robot_bodies.size());
    CHECK(lying.points.size() == standing.points.size());
    REQUIRE(lying.bodies.size() == standing.bodies.size());
    for (std::size_t b = 0; b < lying.bodies.size(); ++b) {
        CHECK(lying.bodies[b].mass == doctest::Approx(standing.bodies[b].mass).epsilon(1e-14));
    }
    REQUIRE(lying.motors.size() == standing.motors.size());
    for (std::size_t u = 0; u < lying.motors.size(); ++u) {
        CHECK(lying.motors[u].gear == standing.motors[u].gear);
        CHECK(lying.motors[u].dof == standing.motors[u].dof);
    }
}
