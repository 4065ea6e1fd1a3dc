// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <lockstep/core/word.hpp>
#include <lockstep/physics/constraint/constraint_rows.hpp>
#include <lockstep/physics/constraint/solver.hpp>
#include <tests/physics/dense.hpp>
#include <tests/physics/machines.hpp>

using namespace physics_test;

TEST_CASE("at the solver's accelerations the rows of all kinds balance the other forces, along every dof") {
    for (physics::machine const& machine : physics::machines) {
        INFO(std::string(machine.name));
        physics::model const& m = machine.compiled;
        std::size_t const dofs = m.dofs.size();
        double most = 0;
        for (auto const& row : support::read_csv("physics/" + std::string(machine.name) + "_steps.csv")) {
            scene const s(m, row);
            std::span<double const> const ctrl = std::span(row).subspan(m.qpos_size() + dofs, m.ctrl_size());
            auto const force = physics::joint_forces<double>(m, s.qpos, s.qvel, ctrl);
            std::vector<double> active(m.words, 0.0);
            physics::constraint_rows<double> const rows(m, s.pose, s.bodies, s.qpos, s.qvel, active);
            auto const qacc =
                physics::constraint_solver<double>(m, s.pose, s.bodies, force, s.qpos, s.qvel, active).solve(active);
            auto const at = physics::accelerations(m, s.pose, qacc);
            Eigen::VectorXd const a = Eigen::Map<Eigen::VectorXd const>(qacc.data(), s.dofs());
            Eigen::VectorXd const needed = s.mass_matrix() * a + s.bias();
            for (std::size_t i = 0; i < dofs; ++i) {
                physics::per_dof<double> unit{};
                unit[i] = 1;
                double const pushed = -rows.slope(at, physics::accelerations(m, s.pose, unit));
                most = std::max(most, std::abs(pushed));
                CHECK(std::abs(force[i] + pushed - needed[s.at(i)]) < 1e-9 * (needed.norm() + s.mass_matrix().norm() * a.norm()));
            }
        }
        CHECK((most > 0) == (m.words > 0));
    }
}

TEST_CASE("what is active at the solution is the active set that is returned") {
    physics::model const& m = physics::dry_arm_model;
    for (auto const& row : support::read_csv("physics/dry_arm_steps.csv")) {
        scene const s(m, row);
        std::vector<double> active(m.words, 0.0);
        physics::per_dof<double> const force{};
        physics::constraint_rows<double> const rows(m, s.pose, s.bodies, s.qpos, s.qvel, active);
        auto const qacc = physics::constraint_solver<double>(m, s.pose, s.bodies, force, s.qpos, s.qvel, active).solve(active);
        auto const words = rows.active_at(physics::accelerations(m, s.pose, qacc));
        for (std::size_t w = 0; w < m.words; ++w) {
            CHECK_FALSE(ls::differ(words[w], active[w]));
        }
    }
}
