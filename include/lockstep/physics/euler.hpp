// SPDX-License-Identifier: MIT
// One step of MuJoCo's default integrator: semi-implicit Euler with implicit damping (MuJoCo documentation, "Computation:
// Numerical integration"). It solves (M + h D) a' = M a, adds h a' to the velocities, and then moves the positions by h times the
// new velocities. D is the damping of joints, and with implicitfast also that of servos, tendons and a fluid.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/dynamics/forward.hpp>
#include <lockstep/physics/implicit_damping.hpp>
#include <lockstep/physics/integrate.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Moves `qpos` and `qvel` by one step. `active` and `derive` are as in forward. Returns the evaluation of the dynamics, which
/// belongs to the state before the step.
template <real R, class Model, class Derive = nothing_derived>
evaluation<R> euler_step(Model const& m, std::span<R> qpos, std::span<R> qvel, std::span<R const> ctrl, std::span<R> active,
                         Derive const& derive = {}) {
    forward_dynamics<R> const f = forward<R>(m, qpos, qvel, ctrl, active, derive);
    evaluation<R> before;
    std::copy(qpos.begin(), qpos.end(), before.qpos.begin());
    std::copy(qvel.begin(), qvel.end(), before.qvel.begin());
    before.qacc = f.qacc;
    per_dof<R> qacc = f.qacc;
    if (is_damped(m)) {
        per_dof<R> const correction = damping_solver<R, Model>(m, f, before.qpos, before.qvel, ctrl).correction();
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
