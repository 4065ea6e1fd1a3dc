// SPDX-License-Identifier: MIT
// One step of MuJoCo's default integrator: semi-implicit Euler with implicit joint damping (MuJoCo documentation,
// "Computation: Numerical integration"): (M + h D) a' = M a, velocities by a', then positions by the new velocities.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/articulated_body.hpp>
#include <lockstep/physics/forward.hpp>
#include <lockstep/physics/integrate.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// a - a' of the above: the solution of (M + h D) x = h D a.
template <real R>
per_dof<R> damping_correction(model const& m, forward_dynamics<R> const& f) {
    elimination<R> eliminated;
    per_body<articulated_body<R>> articulated;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        articulated[b] = {f.bodies.inertia[b], zero_spatial<R>()};
    }
    for (std::size_t b = m.bodies.size(); b-- > 0;) {
        model::body const& body = m.bodies[b];
        for (std::size_t i = body.first_dof + body.dof_count; i-- > body.first_dof;) {
            model::dof const& d = m.dofs[i];
            R const damping(m.timestep * d.damping);
            eliminate(f.pose.axis[i], R(d.armature + m.timestep * d.damping), damping * f.qacc[i], articulated[b], eliminated[i]);
        }
        if (body.parent != no_body) {
            articulated[body.parent] = articulated[body.parent] + articulated[b];
        }
    }
    return substitute(m, f.pose, eliminated).qacc;
}

constexpr bool is_damped(model const& m) {
    for (model::dof const& d : m.dofs) {
        if (d.damping != 0) {
            return true;
        }
    }
    return false;
}

/// active: see forward. Returns the state before the step.
template <real R>
evaluation<R> euler_step(model const& m, std::span<R> qpos, std::span<R> qvel, std::span<R const> ctrl, std::span<R> active) {
    forward_dynamics<R> const f = forward<R>(m, qpos, qvel, ctrl, active);
    evaluation<R> before;
    std::copy(qpos.begin(), qpos.end(), before.qpos.begin());
    std::copy(qvel.begin(), qvel.end(), before.qvel.begin());
    before.qacc = f.qacc;
    per_dof<R> qacc = f.qacc;
    if (is_damped(m)) {
        per_dof<R> const correction = damping_correction(m, f);
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            qacc[i] = qacc[i] - correction[i];
        }
    }
    R const h(m.timestep);
    per_dof<R> displacement;
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        qvel[i] = qvel[i] + h * qacc[i];
        displacement[i] = h * qvel[i];
    }
    integrate_position<R>(m, qpos, displacement);
    return before;
}

}  // namespace lockstep::physics
