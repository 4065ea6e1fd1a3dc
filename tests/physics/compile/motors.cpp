// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile/motors.hpp>
#include <tests/physics/refusal.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a motor is at the dof of its joint") {
    physics::model const& m = physics::tripod_model;
    REQUIRE(m.motors.size() == 3);
    CHECK(m.motors[0].dof == 6);
    CHECK(m.motors[2].dof == 8);
    CHECK(m.motors[2].gear == 20);
    CHECK(m.motors[2].high == 0.4);
    CHECK(physics::ball_pendulum_model.motors[0].dof == 3);
    CHECK(physics::refusal(physics::tripod, [](physics::robot& r) { r.actuators[0].joint = "wing"; }) ==
          "actuator \"wing\" moves no slide or hinge of that name");
    CHECK(physics::refusal(physics::tripod, [](physics::robot& r) { r.actuators[0].joint = "root"; }) ==
          "actuator \"root\" moves no slide or hinge of that name");
}
