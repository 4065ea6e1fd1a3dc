// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>

#include <lockstep/physics/dynamics/tendon.hpp>
#include <tests/physics/golden_steps.hpp>
#include <tests/physics/machines.hpp>

namespace physics = lockstep::physics;

TEST_CASE("tendons couple the fingers of a gripper as MuJoCo's do") {
    support::check_golden_steps(physics::gripper_model, "gripper", 5, 30);
}

TEST_CASE("the spring of a tendon is slack between its two lengths, its damper never is") {
    physics::model const& m = physics::gripper_model;
    physics::model::tendon const& curl = m.tendons[1];  // of dofs 1 and 2
    std::array<double, 5> qpos{}, qvel{};
    auto const on_left = [&](double left, double velocity) {
        qpos[1] = left, qvel[1] = velocity;
        physics::per_dof<double> force{};
        physics::add_tendons<double>(m, qpos, qvel, force);
        physics::per_dof<double> without_grip = force;
        without_grip[1] -= 0.5 * (2 * (0 - 0.5 * left) - 0.3 * 0.5 * velocity);
        CHECK(force[2] == doctest::Approx(-1.5 * without_grip[1]));
        return without_grip[1];
    };
    qpos[2] = -0.2;
    CHECK(physics::tendon_length<double>(m, curl, qpos) == doctest::Approx(0.3));
    CHECK(on_left(-0.2, 0) == doctest::Approx(0));
    CHECK(on_left(0.1, 0) == doctest::Approx(0.5 * (0.2 - 0.4)));
    CHECK(on_left(-0.6, 0) == doctest::Approx(0.5 * (-0.1 + 0.3)));
    CHECK(on_left(-0.2, 2) == doctest::Approx(-0.2 * 2));
    CHECK(physics::tendon_velocity<double>(m, curl, qvel) == 2);
}
