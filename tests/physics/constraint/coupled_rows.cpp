// SPDX-License-Identifier: MIT
// Rows brought in one by one leave the minimum that a dense solution finds.
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include <Eigen/Dense>

#include <lockstep/physics/constraint/coupled_rows.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/dense.hpp>

using namespace physics_test;

namespace {

physics::model const m = [] {
    physics::model result = physics::half_cheetah_model;
    for (physics::model::dof& d : result.dofs) {
        d.coupled = true;
    }
    return result;
}();

}  // namespace

TEST_CASE("bits come off a number one by one") {
    double number = 0b1011;
    CHECK(physics::take_bit(number));
    CHECK(physics::take_bit(number));
    CHECK_FALSE(physics::take_bit(number));
    CHECK(physics::take_bit(number));
    CHECK_FALSE(physics::take_bit(number));
    CHECK(number == 0);
}

TEST_CASE("sets go over into each other row by row, the first that differs first") {
    physics::coupled_rows<double> rows(m);
    for (int r = 0; r < 5; ++r) {
        rows.add(true, {}, 1, {.negated = 0});
    }
    CHECK(rows.murty_pivot(0b01010, 0b11000) == 0b01000);
    CHECK(rows.murty_pivot(0b01000, 0b11000) == 0b11000);
    CHECK(rows.murty_pivot(0b11000, 0b11000) == 0b11000);
}

TEST_CASE("the rows that are active enter the solution, exactly") {
    std::mt19937 engine(1);
    std::normal_distribution<double> normal;
    scene const s(m, support::read_csv("physics/half_cheetah_free_fall.csv")[0]);
    std::size_t const dofs = m.dofs.size();
    physics::per_dof<double> force{};
    for (std::size_t i = 0; i < dofs; ++i) {
        force[i] = 10 * normal(engine);
    }
    physics::coupled_rows<double> rows(m);
    Eigen::MatrixXd hessian = s.mass_matrix();
    Eigen::VectorXd right = Eigen::Map<Eigen::VectorXd const>(force.data(), s.dofs()) - s.bias();
    double const active = 0b010110;
    for (std::size_t r = 0; r < 6; ++r) {
        Eigen::VectorXd j = Eigen::VectorXd::Zero(s.dofs());
        physics::per_dof<double> jacobian{};
        for (std::size_t i = 0; i < dofs; ++i) {
            j[s.at(i)] = jacobian[i] = normal(engine);
        }
        double const weight = r == 4 ? 1e3 : 3, number = normal(engine);
        rows.add(true, jacobian, weight, {.negated = number});
        if ((static_cast<unsigned>(active) >> r & 1u) != 0) {
            hessian += weight * j * j.transpose();
            right -= weight * number * j;
        }
    }
    CHECK(rows.count == 6);
    auto elimination = eliminated(s, force);
    enter(s, elimination, [&](auto& solution) { rows.add_to(active, solution); });
    auto const a = physics::substitute(m, s.pose, elimination);
    Eigen::VectorXd const expected = hessian.ldlt().solve(right);
    for (std::size_t i = 0; i < dofs; ++i) {
        CHECK(a.qacc[i] == doctest::Approx(expected[s.at(i)]).epsilon(1e-8));
    }
}

TEST_CASE("a row is active where its residual is negative, and stays so where it was") {
    physics::coupled_rows<double> rows(m);
    physics::per_dof<double> jacobian{}, qacc{};
    jacobian[3] = 1;
    rows.add(true, jacobian, 2, {.negated = -1});
    rows.add(true, jacobian, 2, {.negated = 1});
    rows.add(true, jacobian, 0, {.negated = -1});
    qacc[3] = -3;
    CHECK(rows.active_at(qacc) == 0b011);
    qacc[3] = 3;
    CHECK(rows.active_at(qacc) == 0b000);
    CHECK(rows.first_active(0) == 0b001);
    CHECK(rows.first_active(0b110) == 0b011);
}

TEST_CASE("the slope is the derivative of the cost of the rows whose residual is negative") {
    physics::coupled_rows<double> rows(m);
    physics::per_dof<double> jacobian{}, qacc{}, step{};
    jacobian[3] = 2, jacobian[4] = 1;
    rows.add(true, jacobian, 5, {.negated = -1});
    jacobian[4] = -7;
    rows.add(true, jacobian, 5, {.negated = 100});
    qacc[3] = 0.1, step[3] = 3, step[4] = 1;
    CHECK(rows.slope(qacc, step) == doctest::Approx(5 * (2 * 0.1 - 1) * (2 * 3 + 1)));
}
