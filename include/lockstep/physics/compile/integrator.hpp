// SPDX-License-Identifier: MIT
// What MuJoCo's implicitfast does beyond implicit_damping.hpp. It is not supported, and refused.
#pragma once

#include <cstddef>

#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Whether body b has a free joint and nothing that moves hangs from it. MuJoCo is implicit in the gyroscopic forces of such a
/// body too.
constexpr bool is_lone_free_body(robot const& r, std::size_t b) {
    bool result = r.bodies[b].joints.size() != 0 && r.bodies[b].joints[0].type == joint_type::free;
    for (std::size_t child = b + 1; child < r.bodies.size() && !r.bodies[child].parent.empty(); ++child) {
        result = result && r.bodies[child].joints.size() == 0;
    }
    return result;
}

/// The reason for which check_integrator and the MJCF reader refuse such a body.
inline constexpr char const* lone_free_body =
    "has a free joint and nothing that moves hangs from it: implicitfast is not supported for it";

/// Refuses a robot with such a body if its integrator is implicit_fast.
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
