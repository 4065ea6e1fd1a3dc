// SPDX-License-Identifier: MIT
// Forward dynamics: from positions, velocities and controls to accelerations.
#pragma once

#include <array>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/constraint/solver.hpp>
#include <lockstep/physics/dynamics/bias.hpp>
#include <lockstep/physics/dynamics/fluid.hpp>
#include <lockstep/physics/dynamics/joint_force.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// One evaluation of the dynamics, with what it computed on the way.
template <real R>
struct forward_dynamics {
    kinematics<R> pose;       // of each link
    body_dynamics<R> bodies;  // of each link
    per_dof<R> qacc;          // m/s^2 or rad/s^2
};

/// The state at which a step evaluated the dynamics last, and the accelerations there. What MuJoCo derives from a state (xpos,
/// cfrc_ext, ...) belongs to this state after a step, and not to the state to which the step leads.
template <real R>
struct evaluation {
    std::array<R, 2 * max_dofs> qpos;  // m, rad and quaternions; model.qpos_size() of them are used
    per_dof<R> qvel, qacc;             // m/s or rad/s; m/s^2 or rad/s^2
};

/// The default of `derive` below: derives nothing from an evaluation.
struct nothing_derived {
    template <class... Evaluation>
    void operator()(Evaluation const&...) const {}
};

/// Returns the evaluation of the dynamics at a state with the controls `ctrl`. `active` has m.words words: the active set of the
/// previous evaluation, zeros at first. It becomes the active set of this evaluation. derive(result, rows, active) is called with
/// the result, the solver's constraint_rows and their active set. In a step, `derive` must change only tables.
template <real R, class Model, class Derive = nothing_derived>
forward_dynamics<R> forward(Model const& m, std::span<R const> qpos, std::span<R const> qvel, std::span<R const> ctrl,
                            std::span<R> active, Derive const& derive = {}) {
    forward_dynamics<R> result;
    result.pose = forward_kinematics(m, qpos);
    result.bodies = bias_forces(m, result.pose, qvel);
    add_drag(m, result.pose, result.bodies);
    per_dof<R> const force = joint_forces(m, qpos, qvel, ctrl);
    constraint_solver<R, Model> solver(m, result.pose, result.bodies, force, qpos, qvel, active);
    result.qacc = solver.solve(active);
    derive(result, solver.rows(), std::span<R const>(active));
    return result;
}

}  // namespace lockstep::physics
