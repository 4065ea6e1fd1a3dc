// SPDX-License-Identifier: MIT
// A pole of two links on a cart on a rail, as OpenAI Gym and Gymnasium define it (the slightly tilted gravity is theirs).
// Only the facts are here. Everything else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr robot inverted_double_pendulum = [] {
    auto const link = [](std::string_view name) {
        return capsule_between(name, {0, 0, 0}, {0, 0, 0.6}, {.radius = 0.045, .contype = 0, .conaffinity = 0});
    };
    // clang-format off
    return robot{
        .name = "inverted_double_pendulum", .timestep = 0.01, .gravity = {1e-5, 0, -9.81},
        .integrator = integrator_type::runge_kutta,
        .bodies = {
            {.name = "cart",
             .joints = {{.name = "slider", .type = joint_type::slide, .axis = {1, 0, 0}, .damping = 0.05,
                         .limited = true, .range = {-1, 1}, .limit = {.margin = 0.01}}},
             .geoms = {{.name = "cart", .radius = 0.1, .half_length = 0.1, .axis = {1, 0, 0}, .contype = 0, .conaffinity = 0}}},
            {.name = "lower", .parent = "cart",
             .joints = {{.name = "hinge", .axis = {0, 1, 0}, .damping = 0.05}}, .geoms = {link("lower")}},
            {.name = "upper", .parent = "lower", .position = {0, 0, 0.6},
             .joints = {{.name = "hinge2", .axis = {0, 1, 0}, .damping = 0.05}}, .geoms = {link("upper")}}},
        .actuators = {{"slider", 500}}};
    // clang-format on
}();

inline constexpr model inverted_double_pendulum_model = compile(inverted_double_pendulum);

}  // namespace lockstep::physics
