// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <random>

#include <Eigen/Dense>

#include <lockstep/physics/constraint/coupled_cones.hpp>
#include <tests/physics/dense.hpp>
#include <tests/physics/golden_steps.hpp>
#include <tests/physics/machines.hpp>
#include <tests/support/recorded_substep.hpp>

using namespace physics_test;

namespace {

physics::model const& m = physics::wrestlers_model;

physics::per_dof<double> random_numbers(std::mt19937& engine, double size) {
    std::normal_distribution<double> normal;
    physics::per_dof<double> result{};
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        result[i] = size * normal(engine);
    }
    return result;
}

Eigen::VectorXd dense(physics::per_dof<double> const& numbers) {
    return Eigen::Map<Eigen::VectorXd const>(numbers.data(), scene::at(m.dofs.size()));
}

}  // namespace

TEST_CASE("two that wrestle push, stick and slide as MuJoCo's do") { support::check_golden_steps(m, "wrestlers", 0, 50); }

TEST_CASE("a recorded step with elliptic cones between links is the step") {
    support::check_recorded(m, support::record_substep(m), "physics/wrestlers_steps.csv");
}

TEST_CASE("the quadratics of contacts that stick, slide and leave enter the solution, exactly") {
    scene const s(m, support::read_csv("physics/wrestlers_steps.csv")[0]);
    std::mt19937 engine(1);
    auto const force = random_numbers(engine, 10), qacc = random_numbers(engine, 1), step = random_numbers(engine, 1);
    physics::coupled_cones<double> cones(m);
    Eigen::MatrixXd hessian = s.mass_matrix();
    Eigen::VectorXd right = dense(force) - s.bias();
    double slope = 0;
    std::array<int, 3> zones{};
    for (int n = 0; n < 8; ++n) {
        double const weight = 3 + n, friction = 0.2 + 0.1 * n;
        Eigen::MatrixXd jacobian(3, s.dofs());
        physics::coupled_contact<double> c{
            {random_numbers(engine, 0.1), random_numbers(engine, 0.1), random_numbers(engine, 0.1)},
            {.negated = {1, -0.5, 4.0 - n}}};
        for (int axis = 0; axis < 3; ++axis) {
            jacobian.row(axis) = dense(c.jacobian[static_cast<std::size_t>(axis)]);
        }
        cones.add(true, c, weight, friction);
        Eigen::Vector3d const along = jacobian * dense(qacc);
        ls::vec3<double> const u = ls::vec3<double>{along[0], along[1], along[2]} - c.aref;
        auto const response = physics::respond(physics::cone_of(m, friction), weight, u);
        ls::vec3<double> const& gradient = response.gradient;
        ls::symmetric3<double> const& k = response.stiffness;
        Eigen::Matrix3d stiffness;
        stiffness << k.xx, k.xy, k.xz, k.xy, k.yy, k.yz, k.xz, k.yz, k.zz;
        Eigen::Vector3d const pull(gradient.x, gradient.y, gradient.z);
        hessian += jacobian.transpose() * stiffness * jacobian;
        right -= jacobian.transpose() * (pull - stiffness * jacobian * dense(qacc));
        slope += pull.dot(jacobian * dense(step));
        ++zones[response.sticks ? 0 : response.slides ? 1 : 2];
    }
    for (int const count : zones) {
        CHECK(count > 0);
    }
    auto elimination = eliminated(s, force);
    enter(s, elimination, [&](auto& solution) { cones.add_to(qacc, solution); });
    auto const a = physics::substitute(m, s.pose, elimination);
    Eigen::VectorXd const expected = hessian.ldlt().solve(right);
    CHECK((dense(a.qacc) - expected).norm() < 1e-9 * expected.norm());
    CHECK(cones.slope(qacc, step) == doctest::Approx(slope));
}

TEST_CASE("a row without friction is the coupled row") {
    scene const s(m, support::read_csv("physics/wrestlers_steps.csv")[1]);
    std::mt19937 engine(1);
    auto const jacobian = random_numbers(engine, 1), force = random_numbers(engine, 1), qacc = random_numbers(engine, 1),
               step = random_numbers(engine, 1);
    for (double const aref : {100.0, -100.0}) {
        physics::coupled_cones<double> cones(m);
        physics::coupled_rows<double> rows(m);
        cones.add(true, jacobian, 5, {.negated = -aref});
        rows.add(true, jacobian, 5, {.negated = -aref});
        CHECK(cones.active_at(qacc) == rows.active_at(qacc));
        CHECK(cones.slope(qacc, step) == doctest::Approx(rows.slope(qacc, step)));
        auto by_cone = eliminated(s, force), by_row = by_cone;
        enter(s, by_cone, [&](auto& solution) { cones.add_to(qacc, solution); });
        enter(s, by_row, [&](auto& solution) { rows.add_to(rows.active_at(qacc), solution); });
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            CHECK(by_cone[i].force == doctest::Approx(by_row[i].force));
        }
    }
}
