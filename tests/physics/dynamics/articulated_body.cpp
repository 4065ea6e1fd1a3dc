// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/physics/dynamics/articulated_body.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/dense.hpp>
#include <tests/physics/robots.hpp>

using namespace physics_test;

namespace {

void check_dense(physics::model const& m, std::string const& file) {
    auto const rows = support::read_csv("physics/" + file);
    for (std::size_t n = 0; n < 20; ++n) {
        scene const s(m, rows[n]);
        Eigen::VectorXd const force = Eigen::VectorXd::Random(s.dofs());
        physics::per_body<physics::articulated_body<double>> bodies;
        for (std::size_t b = 0; b < m.bodies.size(); ++b) {
            bodies[b] = {s.bodies.inertia[b], s.bodies.bias[b]};
        }
        physics::elimination<double> eliminated;
        for (std::size_t i = m.dofs.size(); i-- > 0;) {
            std::size_t const b = m.dofs[i].body;
            physics::eliminate(s.pose.axis[i], m.dofs[i].armature, force[s.at(i)], bodies[b], eliminated[i]);
            if (i == m.bodies[b].first_dof && m.bodies[b].parent != physics::no_body) {
                bodies[m.bodies[b].parent] = bodies[m.bodies[b].parent] + bodies[b];
            }
        }
        auto const a = physics::substitute(m, s.pose, eliminated);
        Eigen::VectorXd const expected = s.mass_matrix().ldlt().solve(force - s.bias());
        Eigen::VectorXd const qacc = Eigen::Map<Eigen::VectorXd const>(a.qacc.data(), s.dofs());
        CHECK((qacc - expected).norm() < 1e-11 * expected.norm());
        for (std::size_t b = 0; b < m.bodies.size(); ++b) {
            auto const difference = a.body[b] - s.acceleration(b, expected);
            CHECK(dot(difference, difference) < 1e-20 * expected.squaredNorm());
        }
    }
}

}  // namespace

TEST_CASE("elimination and substitution solve what a dense matrix solves") {
    check_dense(physics::half_cheetah_model, "half_cheetah_free_fall.csv");
    check_dense(physics::tripod_model, "tripod_steps.csv");
    check_dense(physics::ball_pendulum_model, "ball_pendulum_steps.csv");
}
