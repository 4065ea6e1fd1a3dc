// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>

#include <lockstep/physics/compile/motors.hpp>
#include <tests/physics/machines.hpp>
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
          "actuator \"wing\" names a joint that the robot does not have");
}

TEST_CASE("a motor of a ball or free joint is at its first dof") {
    physics::model const& m = physics::craft_model;
    CHECK(m.motors[0].dof == 0);
    CHECK(m.motors[0].dof_count == 6);
    CHECK(m.motors[0].along[5] == 0.2);
    CHECK(m.motors[2].dof == 6);
    CHECK(m.motors[2].dof_count == 3);
    auto const of_root = [](auto const& change) {
        return physics::refusal(physics::tripod, [&](physics::robot& r) {
            r.actuators[0].joint = "root", r.actuators[0].type = physics::actuator_type::position;
            change(r);
        });
    };
    CHECK(of_root([](physics::robot&) {}).empty());
    CHECK(of_root([](physics::robot& r) { r.actuators[0].damping_ratio = 1; }) ==
          "actuator \"root\" acts on a ball or free joint: a damping ratio is not supported there");
    CHECK(of_root([](physics::robot& r) { r.integrator = physics::integrator_type::implicit_fast, r.actuators[0].kv = 1; }) ==
          "actuator \"root\" acts on a ball or free joint by its velocity: implicitfast is not supported for it");
}

TEST_CASE("an actuator of any type is a gain and a bias") {
    using type = physics::actuator_type;
    physics::robot r = physics::tripod;
    r.actuators = {{.joint = "front", .type = type::position, .kp = 8, .kv = 3},
                   {.joint = "front", .gear = 2, .type = type::position, .kp = 8, .damping_ratio = 0.5},
                   {.joint = "left", .type = type::velocity, .kv = 3},
                   {.joint = "left", .type = type::general, .gain = 2, .bias = {1, 4, 5}}};
    physics::model const m = physics::compile(r);
    CHECK(m.motors[0].gain == 8);
    CHECK(m.motors[0].bias == std::array<double, 3>{0, -8, -3});
    CHECK(m.motors[1].bias[2] == doctest::Approx(-std::sqrt(8 / (4 * m.dofs[6].inverse_weight))));
    CHECK(m.motors[2].gain == 3);
    CHECK(m.motors[2].bias == std::array<double, 3>{0, 0, -3});
    CHECK(m.motors[3].gain == 2);
    CHECK(m.motors[3].bias == std::array<double, 3>{1, 4, 5});
}
