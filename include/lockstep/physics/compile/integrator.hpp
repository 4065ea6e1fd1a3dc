// SPDX-License-Identifier: MIT
// What MuJoCo's implicitfast does beyond implicit_damping.hpp, and is not supported.
#pragma once

#include <cstddef>

#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Whether body b has a free joint and nothing hangs from it that moves. MuJoCo takes the gyroscopic forces of such a body
/// implicitly too.
constexpr bool is_lone_free_body(robot const& r, std::size_t b) {
    bool alone = r.bodies[b].joints.size() != 0 && r.bodies[b].joints[0].type == joint_type::free;
    for (std::size_t child = b + 1; child < r.bodies.size() && !r.bodies[child].parent.empty(); ++child) {
        alone = alone && r.bodies[child].joints.size() == 0;
    }
    return alone;
}

/// What is said of such a body by check_integrator and the MJCF reader.
inline constexpr char const* lone_free_body = "is free and alone: implicitfast is not supported for it";

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
