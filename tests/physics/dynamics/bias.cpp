// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/dense.hpp>

using namespace physics_test;

namespace {

double potential(scene const& s) {
    double energy = 0;
    for (std::size_t b = 0; b < s.m.bodies.size(); ++b) {
        auto const center = s.pose.position[b] + s.pose.orientation[b] * s.m.bodies[b].center;
        energy -= s.m.gravity.z * s.m.bodies[b].mass * (s.pose.origin[b].z + center.z);
    }
    return energy;
}

}  // namespace

// Lagrange: bias = dM/dt v - d/dq (v^T M v / 2 - V), by central differences.
TEST_CASE("bias forces are those of Lagrange's equations") {
    auto const rows = support::read_csv("physics/half_cheetah_free_fall.csv");
    double const h = 1e-5;
    for (std::size_t n = 0; n < 10; ++n) {
        scene const s(physics::half_cheetah_model, rows[n]);
        auto const v = Eigen::Map<Eigen::VectorXd const>(s.qvel.data(), s.dofs());
        auto const moved = [&](Eigen::VectorXd const& step) {
            auto row = rows[n];
            for (std::size_t i = 0; i < 9; ++i) {
                row[i] += step[s.at(i)];
            }
            return scene(physics::half_cheetah_model, row);
        };
        Eigen::VectorXd expected = (moved(h * v).mass_matrix() - moved(-h * v).mass_matrix()) / (2 * h) * v;
        for (Eigen::Index i = 0; i < s.dofs(); ++i) {
            Eigen::VectorXd const step = h * Eigen::VectorXd::Unit(s.dofs(), i);
            scene const after = moved(step), before = moved(-step);
            double const kinetic = 0.5 * v.dot((after.mass_matrix() - before.mass_matrix()) * v);
            expected[i] -= (kinetic - (potential(after) - potential(before))) / (2 * h);
        }
        CHECK((s.bias() - expected).norm() < 1e-6 * expected.norm());
    }
}
