// SPDX-License-Identifier: MIT
// The forces of actuators: a gain times the control, and a bias that is affine in position and velocity (MuJoCo documentation,
// "Computation: Actuation model").
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/dynamics/tendon.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/varied_model.hpp>

namespace lockstep::physics {

/// Returns the force on dof i per unit of the motor's force.
constexpr double moment(model const& m, model::motor const& motor, std::size_t i) {
    if (motor.tendon == no_tendon) {
        return i >= motor.dof && i < motor.dof + motor.dof_count ? motor.gear * motor.along[i - motor.dof] : 0;
    }
    double sum = 0;
    for (model::tendon::joint const& p : m.tendons[motor.tendon].joints) {
        sum += p.dof == i ? motor.gear * p.coefficient : 0;
    }
    return sum;
}

/// Returns the position of the motor's joint or tendon, before the gear: m or rad. On a ball joint it is the dot product of
/// motor.along and the rotation vector of the joint; on a free joint it is 0.
template <real R, class Model>
R actuator_length(Model const& m, model::motor const& motor, std::span<R const> qpos) {
    if (motor.tendon != no_tendon) {
        return tendon_length(m, m.tendons[motor.tendon], qpos);
    }
    if (motor.dof_count == 1) {
        return qpos[m.dofs[motor.dof].qpos];
    }
    if (motor.dof_count == 6) {
        return R(0);
    }
    R const* const q = &qpos[m.dofs[motor.dof].qpos];
    vec3<R> const turned = rotation_vector(normalized(quaternion<R>{q[0], q[1], q[2], q[3]}));
    return R(motor.along[0]) * turned.x + R(motor.along[1]) * turned.y + R(motor.along[2]) * turned.z;
}

/// Returns the velocity of the motor's joint or tendon, before the gear: m/s or rad/s. On a ball or free joint it is the dot
/// product of motor.along and the velocities of the joint's dofs.
template <real R, class Model>
R actuator_velocity(Model const& m, model::motor const& motor, std::span<R const> qvel) {
    if (motor.tendon != no_tendon) {
        return tendon_velocity(m, m.tendons[motor.tendon], qvel);
    }
    if (motor.dof_count == 1) {
        return qvel[motor.dof];
    }
    R sum(0);
    for (std::size_t k = 0; k < motor.dof_count; ++k) {
        sum = sum + R(motor.along[k]) * qvel[motor.dof + k];
    }
    return sum;
}

/// Returns whether the motor is a servo on a ball joint. The error of such a servo is wrapped to the nearest turn.
constexpr bool takes_nearest_turn(model::motor const& motor) {
    return motor.dof_count == 3 && motor.gain != 0 && motor.bias[1] == -motor.gain;
}

/// Returns the error of a servo on a ball joint: its control minus gear * length, wrapped by whole turns about its axis (MuJoCo
/// documentation, "XML Reference, actuator/general: joint"). `control` must be clamped already.
template <real R, class Model>
R error_to_nearest_turn(Model const& m, model::motor const& motor, R const& control, std::span<R const> qpos) {
    constexpr double full_circle = 2 * 3.14159265358979323846;
    R const error = control - R(of_gear(m, motor, motor.gear)) * actuator_length(m, motor, qpos);
    double const along = compile_time::sqrt(motor.along[0] * motor.along[0] + motor.along[1] * motor.along[1] +
                                            motor.along[2] * motor.along[2]);
    R const turn = max(abs(R(of_gear(m, motor, full_circle * along * motor.gear))), R(1e-15));  // a gear may be drawn as 0
    return error - turn * round(error / turn);
}

/// Returns the force of a motor before its gear: N or N m. `control` and the force are clamped to the motor's ranges.
template <real R, class Model>
R actuator_force(Model const& m, model::motor const& motor, R const& control, std::span<R const> qpos, std::span<R const> qvel) {
    R force = motor.control_limited ? clamp(control, R(motor.low), R(motor.high)) : control;
    bool const nearest = takes_nearest_turn(motor);
    if (nearest) {
        force = error_to_nearest_turn(m, motor, force, qpos);
    }
    if (motor.gain != 1) {
        force = R(motor.gain) * force;
    }
    if (motor.bias[0] != 0) {
        force = force + R(motor.bias[0]);
    }
    if (motor.bias[1] != 0 && !nearest) {
        R const length = actuator_length(m, motor, qpos);
        force = force + R(of_gear(m, motor, motor.bias[1] * motor.gear)) * length;
    }
    if (motor.bias[2] != 0) {
        R const velocity = actuator_velocity(m, motor, qvel);
        force = force + R(of_gear(m, motor, motor.bias[2] * motor.gear)) * velocity;
    }
    force = of_gain(m, motor, force);
    return motor.force_limited ? clamp(force, R(motor.force_range[0]), R(motor.force_range[1])) : force;
}

/// Returns the sum of the forces of all motors on dof i (N or N m), before it is clamped to actuator_force_range.
template <real R, class Model>
R joint_actuator_force(Model const& m, std::size_t i, std::span<R const> qpos, std::span<R const> qvel, std::span<R const> ctrl) {
    R sum(0);
    for (std::size_t u = 0; u < m.motors.size(); ++u) {
        if (double const gear = moment(m, m.motors[u], i); gear != 0) {
            sum = sum + R(of_moment(m, m.motors[u], gear)) * actuator_force(m, m.motors[u], ctrl[u], qpos, qvel);
        }
    }
    return sum;
}

/// Adds the forces of the actuators (N or N m) to `force`. `ctrl` has m.ctrl_size() controls. On a dof with an
/// actuator_force_range the sum of the actuators' forces is clamped to that range.
template <real R, class Model>
void add_actuators(Model const& m, std::span<R const> qpos, std::span<R const> qvel, std::span<R const> ctrl, per_dof<R>& force) {
    for (std::size_t u = 0; u < m.motors.size(); ++u) {
        R const own = actuator_force(m, m.motors[u], ctrl[u], qpos, qvel);
        for (std::size_t i = 0; i < m.dofs.size(); ++i) {
            double const gear = moment(m, m.motors[u], i);
            if (gear != 0 && !m.dofs[i].actuator_force_limited) {
                force[i] = force[i] + R(of_moment(m, m.motors[u], gear)) * own;
            }
        }
    }
    for (std::size_t i = 0; i < m.dofs.size(); ++i) {
        if (auto const& [low, high] = m.dofs[i].actuator_force_range; m.dofs[i].actuator_force_limited) {
            force[i] = force[i] + clamp(joint_actuator_force(m, i, qpos, qvel, ctrl), R(low), R(high));
        }
    }
}

/// Returns the damping of motor u on its slide, hinge or tendon: minus the derivative of its force after the gear with respect to
/// the velocity before the gear. The damping is 0 where the motor's force, or the sum of the motors' forces on the joint, is at
/// an end of its range.
template <real R, class Model>
R actuator_damping(Model const& m, std::size_t u, std::span<R const> qpos, std::span<R const> qvel, std::span<R const> ctrl) {
    model::motor const& motor = m.motors[u];
    using number = typename Model::number;
    number const gear = of_gear(m, motor, motor.gear);
    R damping(of_gain(m, motor, number(-motor.bias[2])) * gear * gear);
    auto const keep_within = [&](std::array<double, 2> const& range, R const& force) {
        damping = select(R(range[0]) < force && force < R(range[1]), damping, R(0));
    };
    if (motor.force_limited) {
        keep_within(motor.force_range, actuator_force(m, motor, ctrl[u], qpos, qvel));
    }
    if (model::dof const& d = m.dofs[motor.dof]; motor.tendon == no_tendon && d.actuator_force_limited) {
        keep_within(d.actuator_force_range, joint_actuator_force(m, motor.dof, qpos, qvel, ctrl));
    }
    return damping;
}

}  // namespace lockstep::physics
