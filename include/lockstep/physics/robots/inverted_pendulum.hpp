// SPDX-License-Identifier: MIT
// A pole on a cart on a rail, as OpenAI Gym and Gymnasium define it. Only the facts are here. Everything else is computed from
// them.
#pragma once

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr robot inverted_pendulum = [] {
    constexpr double right_angle = 1.57079632679489661923;
    // clang-format off
    return robot{
        .name = "inverted_pendulum", .timestep = 0.02, .integrator = integrator_type::runge_kutta,
        .bodies = {
            {.name = "cart",
             .joints = {{.name = "slider", .type = joint_type::slide, .axis = {1, 0, 0}, .damping = 1,
                         .limited = true, .range = {-1, 1}}},
             .geoms = {{.name = "cart", .radius = 0.1, .half_length = 0.1, .axis = {1, 0, 0}, .contype = 0, .conaffinity = 0}}},
            {.name = "pole", .parent = "cart",
             .joints = {{.name = "hinge", .axis = {0, 1, 0}, .damping = 1,
                         .limited = true, .range = {-right_angle, right_angle}}},
             .geoms = {capsule_between("pole", {0, 0, 0}, {0.001, 0, 0.6},
                                       {.radius = 0.049, .contype = 0, .conaffinity = 0})}}},
        .actuators = {{"slider", 100, {-3, 3}}}};
    // clang-format on
}();

inline constexpr model inverted_pendulum_model = compile(inverted_pendulum);

}  // namespace lockstep::physics
