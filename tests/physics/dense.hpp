// SPDX-License-Identifier: MIT
// The textbook form of the dynamics, to check the recursive one against: a dense mass matrix and generalised forces.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Dense>

#include <lockstep/physics/constraint/entering_rows.hpp>
#include <lockstep/physics/dynamics/articulated_body.hpp>
#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/dynamics/joint_force.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <tests/support/csv.hpp>

namespace physics_test {

namespace ls = lockstep;
namespace physics = lockstep::physics;

/// Whether dof i moves body b.
inline bool moves(physics::model const& m, std::size_t i, std::size_t b) {
    for (; b != physics::no_body; b = m.bodies[b].parent) {
        if (m.dofs[i].body == b) {
            return true;
        }
    }
    return false;
}

/// A state with what precedes the solver.
struct scene {
    scene(physics::model const& model, std::vector<double> const& row)
        : m(model), qpos(row.begin(), row.begin() + at(m.qpos_size())),
          qvel(row.begin() + at(m.qpos_size()), row.begin() + at(m.qpos_size() + m.qvel_size())),
          pose(physics::forward_kinematics<double>(m, qpos)), bodies(physics::bias_forces<double>(m, pose, qvel)) {}

    Eigen::Index dofs() const { return static_cast<Eigen::Index>(m.dofs.size()); }

    /// The joint-space force of one spatial force a body.
    template <class Force>
    Eigen::VectorXd project(Force const& force_on) const {
        Eigen::VectorXd result = Eigen::VectorXd::Zero(dofs());
        for (std::size_t b = 0; b < m.bodies.size(); ++b) {
            for (std::size_t i = 0; i < m.dofs.size(); ++i) {
                result[at(i)] += moves(m, i, b) ? dot(pose.axis[i], force_on(b)) : 0;
            }
        }
        return result;
    }
    Eigen::VectorXd bias() const {
        return project([&](std::size_t b) { return bodies.bias[b]; });
    }
    ls::spatial<double> acceleration(std::size_t b, Eigen::VectorXd const& qacc) const {
        auto sum = ls::zero_spatial<double>();
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            sum = moves(m, i, b) ? sum + qacc[at(i)] * pose.axis[i] : sum;
        }
        return sum;
    }
    Eigen::MatrixXd mass_matrix() const {
        Eigen::MatrixXd result(dofs(), dofs());
        for (Eigen::Index i = 0; i < dofs(); ++i) {
            Eigen::VectorXd const unit = Eigen::VectorXd::Unit(dofs(), i);
            result.col(i) = project([&](std::size_t b) { return bodies.inertia[b] * acceleration(b, unit); });
            result(i, i) += m.dofs[static_cast<std::size_t>(i)].armature;
        }
        return result;
    }

    static std::ptrdiff_t at(std::size_t i) { return static_cast<std::ptrdiff_t>(i); }

    physics::model const& m;
    std::vector<double> qpos, qvel;
    physics::kinematics<double> pose;
    physics::body_dynamics<double> bodies;
};

/// What the elimination of a state's dofs leaves before any row.
inline physics::elimination<double> eliminated(scene const& s, physics::per_dof<double> const& force) {
    physics::elimination<double> result;
    physics::per_body<physics::articulated_body<double>> bodies;
    for (std::size_t b = 0; b < s.m.bodies.size(); ++b) {
        bodies[b] = {s.bodies.inertia[b], s.bodies.bias[b]};
    }
    for (std::size_t b = s.m.bodies.size(); b-- > 0;) {
        for (std::size_t i = s.m.bodies[b].first_dof + s.m.bodies[b].dof_count; i-- > s.m.bodies[b].first_dof;) {
            physics::eliminate(s.pose.axis[i], s.m.dofs[i].armature, force[i], bodies[b], result[i]);
        }
        if (s.m.bodies[b].parent != physics::no_body) {
            bodies[s.m.bodies[b].parent] = bodies[s.m.bodies[b].parent] + bodies[b];
        }
    }
    return result;
}

/// Brings rows into it.
template <class AddTo>
void enter(scene const& s, physics::elimination<double>& eliminated, AddTo const& add_to) {
    physics::entering_rows<double> solution(s.m, s.pose, eliminated);
    add_to(solution);
    solution.write_to(eliminated);
}

}  // namespace physics_test
