// SPDX-License-Identifier: MIT
// Forces along the joints: springs, dampers, tendons and actuators.
#pragma once

#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/actuator.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/tendon.hpp>

namespace lockstep::physics {

/// ctrl: m.ctrl_size() controls; what lies outside an actuator's range counts as its end.
template <real R>
per_dof<R> joint_forces(model const& m, std::span<R const> qpos, std::span<R const> qvel, std::span<R const> ctrl) {
    per_dof<R> force;
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        model::dof const& d = m.dofs[i];
        force[i] = R(0);
        if (d.stiffness != 0) {
            force[i] = force[i] - R(d.stiffness) * (qpos[d.qpos] - R(d.spring_reference));
        }
        if (d.damping != 0) {
            force[i] = force[i] - R(d.damping) * qvel[i];
        }
    }
    add_tendons(m, qpos, qvel, force);
    add_actuators(m, qpos, qvel, ctrl, force);
    return force;
}

}  // namespace lockstep::physics
