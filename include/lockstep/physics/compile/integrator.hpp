// SPDX-License-Identifier: MIT
// What MuJoCo's implicitfast does and implicit_damping.hpp does not. A robot that needs it is refused.
#pragma once

#include <cstddef>

#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns whether body b has a free joint and nothing that moves hangs from it. MuJoCo is implicit in the gyroscopic forces of
/// such a body too.
constexpr bool is_lone_free_body(robot const& r, std::size_t b) {
    bool result = r.bodies[b].joints.size() != 0 && r.bodies[b].joints[0].type == joint_type::free;
    for (std::size_t child = b + 1; child < r.bodies.size() && !r.bodies[child].parent.empty(); ++child) {
        result = result && r.bodies[child].joints.size() == 0;
    }
    return result;
}

/// The reason that check_integrator and the MJCF reader give when they refuse a lone free body (is_lone_free_body).
inline constexpr char const* lone_free_body =
    "has a free joint and nothing that moves hangs from it: implicitfast is not supported for it";

/// Throws std::invalid_argument if the integrator is implicit_fast and the robot has a lone free body.
constexpr void check_integrator(robot const& r) {
    if (r.integrator != integrator_type::implicit_fast) {
        return;
    }
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        if (is_lone_free_body(r, b)) {
            refuse("body", r.bodies[b].name, lone_free_body);
        }
    }
}

}  // namespace lockstep::physics
