// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <vector>

#include <Eigen/Dense>

#include <lockstep/physics/implicit_damping.hpp>
#include <tests/physics/dense.hpp>
#include <tests/physics/golden_steps.hpp>
#include <tests/physics/machines.hpp>

namespace physics = lockstep::physics;

TEST_CASE("an implicit step with servos and dampers, and in a fluid, is MuJoCo's") {
    support::check_golden_steps(physics::implicit_arm_model, "implicit_arm");
    support::check_golden_steps(physics::diver_model, "diver");
}

TEST_CASE("the correction is the solution of the dense equation, with servos where their forces are within their ranges") {
    physics::model const& m = physics::implicit_arm_model;
    std::vector<double> const qpos = {0.9, 0.1, -0.2, 0.3, 0.4, 0.1}, qvel = {0.1, 0.2, 0.3, -0.4, 0.5};
    for (double const control : {0.1, 5.0}) {
        std::vector<double> const ctrl(4, control);
        std::vector<double> state = qpos, active(m.words, 0.0);
        state.insert(state.end(), qvel.begin(), qvel.end());
        auto const forward = physics::forward<double>(m, qpos, qvel, ctrl, active);
        auto const correction = physics::damping_solver<double>(m, forward, qpos, qvel, ctrl).correction();
        // At a control of 5 the velocity servo and the wrist are at the ends of their ranges.
        Eigen::VectorXd damping(5);
        damping << 0.7, 0.7, 0.7, 0.4 + 1.5 + (control < 1 ? 12 : 0), control < 1 ? 0.5 : 0;
        damping *= m.timestep;
        Eigen::Map<Eigen::VectorXd const> const qacc(forward.qacc.data(), 5), ours(correction.data(), 5);
        Eigen::MatrixXd sum = physics_test::scene(m, state).mass_matrix();
        sum += damping.asDiagonal();
        Eigen::VectorXd const expected = sum.ldlt().solve(damping.cwiseProduct(qacc));
        CHECK((ours - expected).norm() < 1e-12 * qacc.norm());
    }
}

TEST_CASE("the correction in a fluid is the solution of the dense equation with the drag's derivative") {
    physics::robot r = physics::read_mjcf(physics::diver_mjcf);
    for (physics::body& b : r.bodies) {
        for (physics::joint& j : b.joints) {
            j.damping = 0;
        }
    }
    r.actuators = {};
    r.tendons = {};
    physics::model const m = physics::compile(r);
    CHECK(physics::is_damped(m));
    std::vector<double> state = {0.2, -0.1, 1.3, 0.8, 0.2, -0.4, 0.4, 0.9, 0.1, -0.2, 0.3, 0.4, -0.3};
    std::vector<double> const qpos = state, qvel = {0.9, -1.2, 0.4, 1.5, -0.7, 0.8, 2, -1, 0.6, -1.4, 3};
    std::vector<double> active(m.words, 0.0);
    state.insert(state.end(), qvel.begin(), qvel.end());
    auto const forward = physics::forward<double>(m, qpos, qvel, {}, active);
    auto const correction = physics::damping_solver<double>(m, forward, qpos, qvel, {}).correction();
    auto const drag = [&](Eigen::Index dof, double more) {
        std::vector<double> moved = state;
        moved[qpos.size() + static_cast<std::size_t>(dof)] += more;
        physics_test::scene scene(m, moved);
        Eigen::VectorXd const without = scene.bias();
        physics::add_drag(m, scene.pose, scene.bodies);
        return Eigen::VectorXd(without - scene.bias());
    };
    Eigen::Index const dofs = 11;
    Eigen::MatrixXd damping(dofs, dofs);
    for (Eigen::Index i = 0; i < dofs; ++i) {
        damping.col(i) = (m.timestep / 2e-5) * (drag(i, -1e-5) - drag(i, 1e-5));
    }
    Eigen::Map<Eigen::VectorXd const> const qacc(forward.qacc.data(), dofs), ours(correction.data(), dofs);
    Eigen::VectorXd const expected = (physics_test::scene(m, state).mass_matrix() + damping).lu().solve(damping * qacc);
    CHECK((ours - expected).norm() < 1e-8 * qacc.norm());
    CHECK(ours.norm() > 0.1 * qacc.norm());
}

TEST_CASE("a robot is damped if a joint is, or a servo or a fluid under implicitfast") {
    physics::robot r = physics::read_mjcf(physics::implicit_arm_mjcf);
    CHECK(physics::is_damped(physics::compile(r)));
    for (physics::body& b : r.bodies) {
        b.joints[0].damping = 0;
    }
    CHECK(physics::is_damped(physics::compile(r)));
    r.actuators = {};
    CHECK_FALSE(physics::is_damped(physics::compile(r)));
    r.viscosity = 1;
    CHECK(physics::is_damped(physics::compile(r)));
    r.integrator = physics::integrator_type::euler;
    CHECK_FALSE(physics::is_damped(physics::compile(r)));
}
