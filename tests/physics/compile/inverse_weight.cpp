// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/compile/inverse_weight.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
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

TEST_CASE("a body alone on slides has the inverse of its mass, whatever its armature and directions") {
    auto const weights = [](char const* joints, char const* rest = "") {
        std::string const text = std::string(R"(<mujoco><worldbody><body>)") + joints +
                                 R"(<geom type="sphere" size="0.1" mass="0.5" contype="0"/>)" + rest +
                                 "</body></worldbody></mujoco>";
        physics::model const m = physics::compile(physics::read_mjcf(text));
        physics::reference_pose const pose(m);
        return std::array{pose.of_dof(0), pose.of_point(0, {0.3, 0, 0})};
    };
    char const *x = R"(<joint type="slide" axis="1 0 0" armature="0.5"/>)", *y = R"(<joint type="slide" axis="0 1 0"/>)";
    CHECK(weights(x)[0] == 2);
    CHECK(weights(x)[1] == 2);
    CHECK(weights((std::string(x) + y).c_str())[1] == 2);
    CHECK(weights(R"(<joint type="slide" axis="1 1 0" armature="0.5"/>)")[0] == doctest::Approx(1));
    CHECK(weights(x, R"(<body><geom type="sphere" size="0.1" contype="0" mass="0.5"/></body>)")[0] == doctest::Approx(1 / 1.5));
    CHECK(weights(R"(<joint type="hinge" armature="0.5" axis="1 0 0"/>)")[0] < 2);
}
