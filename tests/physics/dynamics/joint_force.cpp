// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <span>

#include <lockstep/physics/dynamics/joint_force.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/golden_steps.hpp>
#include <tests/physics/machines.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a joint feels its spring, its damper and its actuator") {
    physics::model const& m = physics::half_cheetah_model;
    std::array<double, 9> qpos{}, qvel{};
    std::array<double, 6> ctrl{};
    qpos[0] = 7, qvel[0] = 3;  // the root has neither
    qpos[3] = 0.1, qvel[3] = -2, ctrl[0] = 0.5;
    qpos[8] = -0.2, ctrl[5] = -3;
    auto const force = physics::joint_forces<double>(m, qpos, qvel, ctrl);
    CHECK(force[0] == 0);
    CHECK(force[3] == doctest::Approx(-240 * 0.1 + 6 * 2 + 120 * 0.5));
    CHECK(force[8] == doctest::Approx(60 * 0.2 - 30));
}

TEST_CASE("springs of ball and free joints pull back to where the robot begins, as MuJoCo's do") {
    support::check_golden_steps(physics::suspended_model, "suspended", 10, 30);
}
