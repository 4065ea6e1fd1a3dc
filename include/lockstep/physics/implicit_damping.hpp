// SPDX-License-Identifier: MIT
// (M + h D) x = h D a for the damping D that a step takes at its end instead of at its beginning: with Euler that of the
// joints, with implicitfast also that of servos (MuJoCo documentation, "Computation: Numerical integration").
#pragma once

#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/actuator.hpp>
#include <lockstep/physics/articulated_body.hpp>
#include <lockstep/physics/forward.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Whether the force of a motor depends on velocity, and the step is implicit in it.
constexpr bool is_implicit(model const& m, model::motor const& motor) {
    return m.integrator == integrator_type::implicit_fast && motor.bias[2] != 0;
}

constexpr bool is_damped(model const& m) {
    for (model::dof const& d : m.dofs) {
        if (d.damping != 0) {
            return true;
        }
    }
    for (model::motor const& motor : m.motors) {
        if (is_implicit(m, motor)) {
            return true;
        }
    }
    return false;
}

/// x of the above: what the accelerations f.qacc of an explicit step are too large by. ctrl: what led to them.
template <real R>
per_dof<R> damping_correction(model const& m, forward_dynamics<R> const& f, std::span<R const> qpos, std::span<R const> qvel,
                              std::span<R const> ctrl) {
    elimination<R> eliminated;
    per_body<articulated_body<R>> articulated;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        articulated[b] = {f.bodies.inertia[b], zero_spatial<R>()};
    }
    for (std::size_t b = m.bodies.size(); b-- > 0;) {
        model::body const& body = m.bodies[b];
        for (std::size_t i = body.first_dof + body.dof_count; i-- > body.first_dof;) {
            model::dof const& d = m.dofs[i];
            R damping(m.timestep * d.damping), diagonal(d.armature + m.timestep * d.damping);
            for (std::size_t u = 0; u < m.motors.size(); ++u) {
                if (m.motors[u].dof == i && is_implicit(m, m.motors[u])) {
                    R const own = R(m.timestep) * actuator_damping(m, u, qpos, qvel, ctrl);
                    damping = damping + own;
                    diagonal = diagonal + own;
                }
            }
            eliminate(f.pose.axis[i], diagonal, damping * f.qacc[i], articulated[b], eliminated[i]);
        }
        if (body.parent != no_body) {
            articulated[body.parent] = articulated[body.parent] + articulated[b];
        }
    }
    return substitute(m, f.pose, eliminated).qacc;
}

}  // namespace lockstep::physics
