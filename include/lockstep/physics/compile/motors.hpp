// SPDX-License-Identifier: MIT
// From actuators to motors of degrees of freedom.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/physics/compile/refuse.hpp>
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

constexpr void add_motors(robot const& r, model& m) {
    for (actuator const& a : r.actuators) {
        m.motors.push_back({dof_of_joint(r, a.joint), a.gear, a.control_range[0], a.control_range[1]});
    }
}

}  // namespace lockstep::physics
