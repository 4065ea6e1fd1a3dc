// SPDX-License-Identifier: MIT
// Forces along the joints: springs, dampers, tendons and actuators.
#pragma once

#include <cstddef>
#include <span>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/physics/dynamics/actuator.hpp>
#include <lockstep/physics/dynamics/tendon.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// Returns the displacement of the spring of dof i from rest: m or rad. For a ball or free joint it is a component of the
/// rotation or translation from the pose in which the robot begins.
template <real R, class Model>
R spring_displacement(Model const& m, std::size_t i, std::span<R const> qpos) {
    model::dof const& d = m.dofs[i];
    if (d.type == dof_type::rotation) {
        double const* const q = m.initial_qpos.begin() + d.qpos;
        quaternion<R> const at_rest = normalized(quaternion<R>{R(q[0]), R(q[1]), R(q[2]), R(q[3])});
        quaternion<R> const now = normalized(quaternion<R>{qpos[d.qpos], qpos[d.qpos + 1], qpos[d.qpos + 2], qpos[d.qpos + 3]});
        vec3<R> const turned = rotation_vector(conjugate(at_rest) * now);
        return d.index == 0 ? turned.x : d.index == 1 ? turned.y : turned.z;
    }
    return qpos[d.qpos] - (d.type == dof_type::translation ? R(m.initial_qpos[d.qpos]) : R(spring_reference_of(m, d)));
}

/// Returns the sums of the forces of springs, dampers, tendons and actuators along all dofs (N or N m). `ctrl` has m.ctrl_size()
/// controls. They are clamped to the control ranges of actuators that have one.
template <real R, class Model>
per_dof<R> joint_forces(Model const& m, std::span<R const> qpos, std::span<R const> qvel, std::span<R const> ctrl) {
    per_dof<R> force;
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        model::dof const& d = m.dofs[i];
        force[i] = R(0);
        if (d.stiffness != 0) {
            force[i] = force[i] - R(stiffness_of(m, d)) * spring_displacement(m, i, qpos);
        }
        if (d.damping != 0) {
            force[i] = force[i] - R(damping_of(m, d)) * qvel[i];
        }
    }
    add_tendons(m, qpos, qvel, force);
    add_actuators(m, qpos, qvel, ctrl, force);
    return force;
}

}  // namespace lockstep::physics
