// SPDX-License-Identifier: MIT
// Rows brought in one by one leave the minimum that a dense solution finds.
#include <doctest/doctest.h>

#include <random>

#include <Eigen/Dense>

#include <lockstep/physics/constraint/entering_rows.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <tests/physics/dense.hpp>
#include <tests/physics/machines.hpp>

using namespace physics_test;

TEST_CASE("forces and rows over dofs of several branches enter the solution, exactly") {
    physics::model const& m = physics::wrestlers_model;
    std::mt19937 engine(1);
    std::normal_distribution<double> normal;
    scene const s(m, support::read_csv("physics/wrestlers_steps.csv")[0]);
    physics::per_dof<double> force{};
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        force[i] = 10 * normal(engine);
    }
    Eigen::MatrixXd hessian = s.mass_matrix();
    Eigen::VectorXd right = Eigen::Map<Eigen::VectorXd const>(force.data(), s.dofs()) - s.bias();
    auto elimination = eliminated(s, force);
    auto const add_to = [&](physics::entering_rows<double>& solution) {
        for (int n = 0; n < 8; ++n) {
            Eigen::VectorXd j = Eigen::VectorXd::Zero(s.dofs());
            for (Eigen::Index i = 0; i < s.dofs(); ++i) {
                j[i] = m.dofs[static_cast<std::size_t>(i)].coupled ? 3 * normal(engine) : 0;
            }
            auto const jacobian = [&](std::size_t i) { return j[s.at(i)]; };
            double const number = normal(engine);
            if (n < 2) {
                solution.push(number, jacobian);
                right += number * j;
            } else {
                bool const has = n != 5;
                solution.enter(has, jacobian, [&] { return physics::reference_acceleration<double>{.negated = number}; });
                hessian += (has ? 1 : 0) * j * j.transpose();
                right -= (has ? number : 0) * j;
            }
        }
        CHECK(solution.count == 5);
    };
    enter(s, elimination, add_to);
    auto const a = physics::substitute(m, s.pose, elimination);
    Eigen::VectorXd const expected = hessian.ldlt().solve(right);
    CHECK((Eigen::Map<Eigen::VectorXd const>(a.qacc.data(), s.dofs()) - expected).norm() < 1e-10 * expected.norm());
}
