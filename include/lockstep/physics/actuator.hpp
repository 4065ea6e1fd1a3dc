// SPDX-License-Identifier: MIT
// What actuators exert: a gain times the control, and a bias that is affine in position and velocity (MuJoCo
// documentation, "Computation: Actuation model").
#pragma once

#include <cstddef>
#include <span>

#include <lockstep/core/real.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// The force of a motor before its gear.
template <real R>
R actuator_force(model const& m, model::motor const& motor, R const& control, std::span<R const> qpos,
                 std::span<R const> qvel) {
    R force = motor.control_limited ? clamp(control, R(motor.low), R(motor.high)) : control;
    if (motor.gain != 1) {
        force = R(motor.gain) * force;
    }
    if (motor.bias[0] != 0) {
        force = force + R(motor.bias[0]);
    }
    if (motor.bias[1] != 0) {
        force = force + R(motor.bias[1] * motor.gear) * qpos[m.dofs[motor.dof].qpos];
    }
    if (motor.bias[2] != 0) {
        force = force + R(motor.bias[2] * motor.gear) * qvel[motor.dof];
    }
    return motor.force_limited ? clamp(force, R(motor.force_range[0]), R(motor.force_range[1])) : force;
}

/// `force` with what the actuators add to it. ctrl: m.ctrl_size() controls.
template <real R>
void add_actuators(model const& m, std::span<R const> qpos, std::span<R const> qvel, std::span<R const> ctrl, per_dof<R>& force) {
    per_dof<R> limited;  // the sum of those dofs whose sum is limited
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        limited[i] = R(0);
    }
    for (std::size_t u = 0; u < m.motors.size(); ++u) {
        model::motor const& motor = m.motors[u];
        R& sum = m.dofs[motor.dof].actuator_force_limited ? limited[motor.dof] : force[motor.dof];
        sum = sum + R(motor.gear) * actuator_force(m, motor, ctrl[u], qpos, qvel);
    }
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        model::dof const& d = m.dofs[i];
        if (d.actuator_force_limited) {
            force[i] = force[i] + clamp(limited[i], R(d.actuator_force_range[0]), R(d.actuator_force_range[1]));
        }
    }
}

}  // namespace lockstep::physics
