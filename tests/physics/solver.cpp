// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/solver.hpp>
#include <tests/physics/dense.hpp>
#include <tests/physics/robots.hpp>

using namespace physics_test;

namespace {

// The gradient of MuJoCo's cost at qacc, edge by edge: M a + bias - force + the sum of D min(0, J a + reference) J^T.
Eigen::VectorXd gradient(scene const& s, physics::per_dof<double> const& force, Eigen::VectorXd const& qacc) {
    auto const contact_forces = [&](std::size_t b) {
        auto sum = ls::zero_spatial<double>();
        for (physics::model::point const& p : s.m.points) {
            double const distance = physics::distance_to_ground(p, s.pose);
            if (p.body != b || distance >= p.contact.margin) {
                continue;
            }
            auto const c = physics::find_contact(s.m, p, s.pose, s.bodies, distance);
            ls::vec3<double> const a = physics::point_acceleration(c, s.acceleration(b, qacc)) + c.reference;
            for (double const mu : {p.friction, -p.friction}) {
                for (ls::vec3<double> const& edge : {ls::vec3<double>{mu * c.tangent_x, mu * c.tangent_y, 1},
                                                     ls::vec3<double>{-mu * c.tangent_y, mu * c.tangent_x, 1}}) {
                    ls::vec3<double> const f = (c.weight * std::min(0.0, dot(edge, a))) * edge;
                    sum = sum + ls::spatial<double>{cross(c.position, f), f};
                }
            }
        }
        return sum;
    };
    Eigen::VectorXd result = s.mass_matrix() * qacc + s.bias() + s.project(contact_forces);
    for (std::size_t i = 0; i < s.m.dofs.size(); ++i) {
        physics::model::dof const& d = s.m.dofs[i];
        result[s.at(i)] -= force[i];
        if (d.limited && physics::distance_to_limit(s.m, d, s.qpos[d.qpos]) < d.limit.margin) {
            auto const limit = physics::find_limit(s.m, d, s.qpos[d.qpos], s.qvel[i]);
            result[s.at(i)] += limit.side * limit.weight * std::min(0.0, limit.side * (qacc[s.at(i)] + limit.reference));
        }
    }
    return result;
}

void check_minimum(physics::model const& m, std::string const& file) {
    std::size_t constrained = 0;
    for (auto const& row : support::read_csv("physics/" + file)) {
        scene const s(m, row);
        std::span<double const> const ctrl = std::span(row).subspan(m.qpos_size() + m.qvel_size(), m.ctrl_size());
        auto const force = physics::joint_forces<double>(m, s.qpos, s.qvel, ctrl);
        std::vector<double> active(m.words, 0.0);
        auto const solve = [&] {
            return physics::constraint_solver<double>(m, s.pose, s.bodies, force, s.qpos, s.qvel, active).solve(active);
        };
        auto const qacc = solve();
        Eigen::VectorXd const a = Eigen::Map<Eigen::VectorXd const>(qacc.data(), s.dofs());
        double const size = s.mass_matrix().norm() * a.norm() + s.bias().norm();
        CHECK(gradient(s, force, a).norm() < 1e-9 * size);

        auto const set = active;
        CHECK(solve() == qacc);
        CHECK(active == set);
        for (double const word : set) {
            constrained += ls::differ(word, ls::empty_word<double>());
        }
    }
    CHECK(constrained > 50);
}

}  // namespace

TEST_CASE("the accelerations are the minimum of MuJoCo's cost, and their active set is its own solution") {
    check_minimum(physics::half_cheetah_model, "half_cheetah_contact.csv");
    check_minimum(physics::tripod_model, "tripod_steps.csv");
}
