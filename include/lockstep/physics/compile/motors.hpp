// SPDX-License-Identifier: MIT
// From actuators of all types to motors, which act on dofs.
#pragma once

#include <lockstep/core/compile_time.hpp>
#include <lockstep/physics/compile/inverse_weight.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/compile/tendons.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns the kv of a servo with stiffness `kp` and damping ratio `ratio` (1 is critical), for the inertia in the reference
/// pose. Returns 0 if gear or coefficients of 0 make the inverse inertia 0.
constexpr double damping_of_ratio(double kp, double ratio, model::motor const& motor, reference_pose const& pose) {
    double const of_length = motor.tendon != no_tendon ? pose.of_tendon(motor.tendon) : pose.of_dof(motor.dof);
    double const inverse_inertia = motor.gear * motor.gear * of_length;
    return inverse_inertia > 1e-15 ? 2 * ratio * compile_time::sqrt(kp / inverse_inertia) : 0;
}

/// Returns why an actuator on a ball or free joint is not supported, or nullptr if it is supported.
constexpr char const* refusal_of_servo(actuator const& a, integrator_type integrator) {
    bool const damps = a.type == actuator_type::position || a.type == actuator_type::velocity ? a.kv != 0 : a.bias[2] != 0;
    if (a.damping_ratio > 0) {
        return "acts on a ball or free joint: a damping ratio is not supported there";
    }
    return damps && integrator == integrator_type::implicit_fast
               ? "acts on a ball or free joint by its velocity: implicitfast is not supported for it"
               : nullptr;
}

/// Sets the dofs of the motor of an actuator on a joint. Throws std::invalid_argument if the robot does not have the joint or the
/// actuator is not supported.
constexpr void set_joint(robot const& r, actuator const& a, model::motor& motor) {
    found_joint const j = find_joint(r, a.joint);
    if (!j.exists) {
        refuse("actuator", a.joint, "names a joint that the robot does not have");
    }
    motor.dof = j.first_dof;
    motor.dof_count = dofs_of(j.type);
    if (motor.dof_count > 1) {
        motor.along = a.along;
        if (char const* const reason = refusal_of_servo(a, r.integrator); reason != nullptr) {
            refuse("actuator", a.joint, reason);
        }
    }
}

/// Adds to `m` a motor for each actuator, in the order of the actuators. Throws std::invalid_argument if an actuator names a
/// joint or tendon that the robot does not have, or is not supported.
constexpr void add_motors(robot const& r, reference_pose const& pose, model& m) {
    for (actuator const& a : r.actuators) {
        model::motor motor{.gear = a.gear,
                           .low = a.control_range[0],
                           .high = a.control_range[1],
                           .control_limited = a.control_limited,
                           .force_limited = a.force_limited,
                           .force_range = a.force_range,
                           .tendon = find_tendon(r, a.tendon)};
        if (a.tendon.empty()) {
            set_joint(r, a, motor);
        } else if (motor.tendon == no_tendon) {
            refuse("actuator", a.tendon, "names a tendon that the robot does not have");
        }
        if (a.type == actuator_type::position) {
            double const kv = a.damping_ratio > 0 ? damping_of_ratio(a.kp, a.damping_ratio, motor, pose) : a.kv;
            motor.gain = a.kp, motor.bias = {0, -a.kp, -kv};
        } else if (a.type == actuator_type::velocity) {
            motor.gain = a.kv, motor.bias = {0, 0, -a.kv};
        } else if (a.type == actuator_type::general) {
            motor.gain = a.gain, motor.bias = a.bias;
            if (a.damping_ratio > 0) {
                motor.bias[2] = -damping_of_ratio(a.gain, a.damping_ratio, motor, pose);
            }
        }
        m.motors.push_back(motor);
    }
}

}  // namespace lockstep::physics
