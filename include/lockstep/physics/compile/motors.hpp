// SPDX-License-Identifier: MIT
// From actuators of all types to motors of degrees of freedom.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/inverse_weight.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// The dof of a slide or hinge.
constexpr std::size_t dof_of_joint(robot const& r, std::string_view name) {
    std::size_t dof = 0;
    for (body const& b : r.bodies) {
        for (joint const& j : b.joints) {
            if (j.name == name && (j.type == joint_type::slide || j.type == joint_type::hinge)) {
                return dof;
            }
            dof += j.type == joint_type::free ? 6 : j.type == joint_type::ball ? 3 : 1;
        }
    }
    refuse("actuator", name, "moves no slide or hinge of that name");
}

/// kv of a spring of stiffness `kp` that is damped by `ratio`, 1 being critical, for the inertia in the reference pose.
constexpr double damping_of_ratio(double kp, double ratio, model::motor const& motor, reference_pose const& pose) {
    double const inverse_inertia = motor.gear * motor.gear * pose.of_dof(motor.dof);
    return inverse_inertia > 1e-15 ? 2 * ratio * compile_time::sqrt(kp / inverse_inertia) : 0;
}

constexpr void add_motors(robot const& r, reference_pose const& pose, model& m) {
    for (actuator const& a : r.actuators) {
        model::motor motor{.dof = dof_of_joint(r, a.joint),
                           .gear = a.gear,
                           .low = a.control_range[0],
                           .high = a.control_range[1],
                           .control_limited = a.control_limited,
                           .force_limited = a.force_limited,
                           .force_range = a.force_range};
        if (a.type == actuator_type::position) {
            double const kv = a.damping_ratio > 0 ? damping_of_ratio(a.kp, a.damping_ratio, motor, pose) : a.kv;
            motor.gain = a.kp, motor.bias = {0, -a.kp, -kv};
        } else if (a.type == actuator_type::velocity) {
            motor.gain = a.kv, motor.bias = {0, 0, -a.kv};
        } else if (a.type == actuator_type::general) {
            motor.gain = a.gain, motor.bias = a.bias;
        }
        m.motors.push_back(motor);
    }
}

}  // namespace lockstep::physics
