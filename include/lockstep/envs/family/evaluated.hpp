// SPDX-License-Identifier: MIT
// Substeps that also return the last evaluation of the dynamics. What MuJoCo derives from a state, and Gymnasium observes after a
// step, belongs to that evaluation.
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/family/robot.hpp>
#include <lockstep/physics/constraint/contact_force.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/substep.hpp>

namespace lockstep::envs {

/// The numbers that an evaluated substep transforms.
template <physics::model const& Model, class R>
struct evaluated {
    vector<R, Model.qpos_size()> qpos;                  ///< m, rad and quaternions, joint by joint
    vector<R, Model.qvel_size()> qvel;                  ///< m/s, rad/s
    vector<R, Model.words> active;                      ///< the solver's active set: words of bits
    vector<R, Model.ctrl_size()> ctrl;                  ///< the control of each motor, in the motor's unit
    vector<R, Model.qpos_size()> last_qpos;             ///< qpos at the last evaluation of the dynamics
    vector<R, Model.qvel_size()> last_qvel, last_qacc;  ///< qvel and qacc (m/s^2, rad/s^2) at the last evaluation
};

/// The numbers of `evaluated`, and the contact forces of the last evaluation.
template <physics::model const& Model, class R>
struct evaluated_forces {
    evaluated<Model, R> at;
    vector<R, 6 * Model.robot_bodies.size()> forces;  ///< [bodies of the robot][6]: torque (N m), then force (N)
    vector<R, 1> unread;                              ///< the number of substeps before the one whose forces are read
};

/// Returns the numbers after Count substeps with the controls `ctrl`. `before` is a state with qpos, qvel and active. `m` is the
/// model `Of`, or a varied model of it. `text` is the recorded substep, as in run (envs/family/robot.hpp).
template <std::size_t Count, physics::model const& Of, class Model, class State, real R, class Text>
LOCKSTEP_INLINE evaluated<Of, R> evaluate(Model const& m, State const& before, vector<R, Of.ctrl_size()> const& ctrl, Text text) {
    evaluated<Of, R> moved{before.qpos, before.qvel, before.active, ctrl, {}, {}, {}};
    run_times<Count, Model, R>(moved, text, [&](auto numbers) {
        physics::evaluated_substep<typename decltype(numbers)::value_type>(m, numbers);
    });
    return moved;
}

/// Returns what `evaluate` returns, and the contact forces of the last evaluation. `text` is the recorded substep_with_forces.
template <std::size_t Count, physics::model const& Of, class Model, class State, real R, class Text>
LOCKSTEP_INLINE evaluated_forces<Of, R> evaluate_forces(Model const& m, State const& before,
                                                        vector<R, Of.ctrl_size()> const& ctrl, Text text) {
    evaluated_forces<Of, R> moved{{before.qpos, before.qvel, before.active, ctrl, {}, {}, {}}, {}, {R(Count - 1)}};
    run_times<Count, Model, R>(moved, text, [&](auto numbers) {
        physics::substep_with_forces<typename decltype(numbers)::value_type>(m, numbers);
    });
    return moved;
}

}  // namespace lockstep::envs
