// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <span>

#include <lockstep/physics/constraint/coupled_limit.hpp>
#include <tests/physics/golden_steps.hpp>
#include <tests/physics/machines.hpp>
#include <tests/support/recorded_substep.hpp>

namespace physics = lockstep::physics;

TEST_CASE("the limits of tendons and ball joints are MuJoCo's") {
    support::check_golden_steps(physics::gripper_model, "gripper", 5, 30);
    support::check_golden_steps(physics::suspended_model, "suspended", 10, 30);
}

TEST_CASE("both ends of a range push where both are near, as MuJoCo's do") {
    support::check_golden_steps(physics::latch_model, "latch", 0, 30);
    CHECK(physics::latch_model.dofs[1].narrow);
    CHECK_FALSE(physics::latch_model.dofs[2].narrow);
}

TEST_CASE("a recorded step with such limits is the step") {
    for (auto const& [model, file] : {std::pair(&physics::gripper_model, "physics/gripper_steps.csv"),
                                      std::pair(&physics::suspended_model, "physics/suspended_steps.csv"),
                                      std::pair(&physics::latch_model, "physics/latch_steps.csv")}) {
        support::check_recorded(*model, support::record_substep(*model), file);
    }
}

TEST_CASE("a tendon has a row where an end of its range is near, a ball joint where it has turned far") {
    auto const count = [](physics::model const& m, auto const& qpos) {
        std::array<double, 16> const qvel{};
        physics::coupled_rows<double> rows(m);
        physics::add_limit_rows<double>(m, qpos, std::span(qvel).first(m.qvel_size()), rows);
        return rows.count;
    };
    auto const of_gripper = [&](double left, double right) {
        return count(physics::gripper_model, std::array<double, 5>{0, left, 0, right, 0});
    };
    CHECK(of_gripper(0, 0) == 0);
    CHECK(of_gripper(1, 0) == 1);     // grip: 0.5 left + 0.7 right, up to 0.4
    CHECK(of_gripper(0, 0.9) == 2);   // and straight: right_tip - 0.5 right, from -0.3
    CHECK(of_gripper(0, 0.57) == 1);  // within its margin
    CHECK(of_gripper(0, -0.6) == 1);
    auto const of_ball = [&](double angle) {
        return count(physics::suspended_model,
                     std::array<double, 11>{0, 0, 1, 1, 0, 0, 0, std::cos(angle / 2), 0, std::sin(angle / 2), 0});
    };
    double const degree = std::acos(-1.0) / 180;
    CHECK(of_ball(57 * degree) == 0);
    CHECK(of_ball(59 * degree) == 1);
    CHECK(of_ball(-100 * degree) == 1);
    CHECK(of_ball(320 * degree) == 0);
}
