// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <vector>

#include <lockstep/physics/inverse_weight.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/dense.hpp>
#include <tests/physics/robots.hpp>

using namespace physics_test;

namespace {

scene at_rest(physics::model const& m) {
    std::vector<double> row(m.initial_qpos.begin(), m.initial_qpos.end());
    row.resize(m.qpos_size() + m.qvel_size(), 0.0);
    return scene(m, row);
}

}  // namespace

// MuJoCo's own numbers are checked in tests/physics/compile.cpp.
TEST_CASE("a hinge or slide has its entry of the inverse mass matrix, a free joint the mean of three") {
    for (physics::model const* m : {&physics::half_cheetah_model, &physics::tripod_model}) {
        physics::reference_pose const pose(*m);
        Eigen::VectorXd const inverse = at_rest(*m).mass_matrix().inverse().diagonal();
        for (std::size_t i = 0; i < m->dofs.size(); ++i) {
            bool const alone = m->dofs[i].type == physics::dof_type::slide || m->dofs[i].type == physics::dof_type::hinge;
            double const expected = alone ? inverse[scene::at(i)] : inverse.segment(scene::at(i - i % 3), 3).mean();
            CHECK(pose.of_dof(i) == doctest::Approx(expected).epsilon(1e-10));
        }
    }
}

TEST_CASE("a point has the mean inverse inertia of its three directions") {
    physics::model const& m = physics::half_cheetah_model;
    scene const s = at_rest(m);
    physics::reference_pose const pose(m);
    Eigen::MatrixXd const inverse = s.mass_matrix().inverse();
    ls::vec3<double> const point{0.1, 0, -0.2};
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        ls::vec3<double> const position = s.pose.position[b] + s.pose.orientation[b] * point;
        Eigen::MatrixXd jacobian(3, s.dofs());
        for (Eigen::Index i = 0; i < s.dofs(); ++i) {
            auto const a = s.acceleration(b, Eigen::VectorXd::Unit(s.dofs(), i));
            ls::vec3<double> const linear = a.linear + cross(a.angular, position);
            jacobian.col(i) << linear.x, linear.y, linear.z;
        }
        double const expected = (jacobian * inverse * jacobian.transpose()).trace() / 3;
        CHECK(pose.of_point(b, point) == doctest::Approx(expected).epsilon(1e-10));
    }
}
