// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <span>

#include <lockstep/physics/dynamics/actuator.hpp>
#include <tests/physics/golden_steps.hpp>
#include <tests/physics/machines.hpp>
#include <tests/support/recorded_substep.hpp>

namespace physics = lockstep::physics;

TEST_CASE("servos of all types move an arm as MuJoCo's do") {
    support::check_golden_steps(physics::servo_arm_model, "servo_arm", 20, 15);
}

TEST_CASE("motors and servos push and turn a craft and its ball joint as MuJoCo's do") {
    support::check_golden_steps(physics::craft_model, "craft", 50, 0);
    support::check_recorded(physics::craft_model, support::record_substep(physics::craft_model), "physics/craft_steps.csv");
}

TEST_CASE("control, force and the force of all actuators of a joint stay in their ranges") {
    physics::model const& m = physics::servo_arm_model;
    std::array<double, 3> const qpos = {0.5, 0.2, 0.1}, qvel = {0.3, -0.2, 0.4};
    auto const force = [&](std::size_t u, double control) {
        return physics::actuator_force<double>(m, m.motors[u], control, qpos, qvel);
    };
    CHECK(force(0, 1) == doctest::Approx(30 * (1 - 0.5) - 2 * 0.3));
    CHECK(force(0, 9) == force(0, 1.5));
    CHECK(force(2, 0.2) == doctest::Approx(3 * (0.2 + 2 * 0.2)));
    CHECK(force(2, 20) == 3);
    CHECK(force(2, -20) == -4);
    CHECK(force(5, 1) == doctest::Approx(5 + 0.7 - 2 * 0.1 - 0.3 * 0.4));
    auto const on_shoulder = [&](double servo, double motor) {
        std::array<double, 6> const ctrl = {servo, motor, 0, 0, 0, 0};
        physics::per_dof<double> sum;
        sum.fill(1);
        physics::add_actuators<double>(m, qpos, qvel, ctrl, sum);
        return sum[0] - 1;
    };
    CHECK(on_shoulder(0.5, 1) == doctest::Approx(-0.6 + 4));
    CHECK(on_shoulder(1, 1) == doctest::Approx(7));
    CHECK(on_shoulder(-1, 0) == doctest::Approx(-6));
}
