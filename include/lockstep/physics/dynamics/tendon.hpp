// SPDX-License-Identifier: MIT
// Fixed tendons: lengths, velocities, and the forces of their springs and dampers (MuJoCo documentation, "Tendon").
#pragma once

#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// Returns the length of a tendon (m).
template <real R, class Model>
R tendon_length(Model const& m, model::tendon const& t, std::span<R const> qpos) {
    R length(0);
    for (model::tendon::joint const& p : t.joints) {
        length = length + R(coefficient_of(m, t, p)) * qpos[m.dofs[p.dof].qpos];
    }
    return length;
}

/// Returns the rate of change of the length of a tendon (m/s).
template <real R, class Model>
R tendon_velocity(Model const& m, model::tendon const& t, std::span<R const> qvel) {
    R velocity(0);
    for (model::tendon::joint const& p : t.joints) {
        velocity = velocity + R(coefficient_of(m, t, p)) * qvel[p.dof];
    }
    return velocity;
}

/// Adds the forces of the tendons' springs and dampers to `force`.
template <real R, class Model>
void add_tendons(Model const& m, std::span<R const> qpos, std::span<R const> qvel, per_dof<R>& force) {
    for (model::tendon const& t : m.tendons) {
        if (t.stiffness == 0 && t.damping == 0) {
            continue;
        }
        R tension(0);
        if (t.stiffness != 0) {
            R const length = tendon_length(m, t, qpos), slack = clamp(length, R(t.spring_length[0]), R(t.spring_length[1]));
            tension = R(stiffness_of(m, t)) * (slack - length);
        }
        if (t.damping != 0) {
            tension = tension - R(damping_of(m, t)) * tendon_velocity(m, t, qvel);
        }
        for (model::tendon::joint const& p : t.joints) {
            force[p.dof] = force[p.dof] + R(coefficient_of(m, t, p)) * tension;
        }
    }
}

}  // namespace lockstep::physics
