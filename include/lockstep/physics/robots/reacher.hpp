// SPDX-License-Identifier: MIT
// An arm of two links over a table, and the target that it reaches for, as OpenAI Gym and Gymnasium define them. The
// target is a body on two slides, so that it can be put anywhere. Only the facts are here. Everything else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr robot reacher = [] {
    auto const link = [](std::string_view name) {
        return capsule_between(name, {0, 0, 0}, {0.1, 0, 0}, {.radius = 0.01, .contype = 0, .conaffinity = 0});
    };
    vec3<double> const x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    // clang-format off
    return robot{
        .name = "reacher", .timestep = 0.01, .integrator = integrator_type::runge_kutta,
        .bodies = {
            {.name = "upper_arm", .position = {0, 0, 0.01},
             .joints = {{.name = "shoulder", .axis = z, .damping = 1, .armature = 1}},
             .geoms = {link("upper_arm")}},
            {.name = "forearm", .parent = "upper_arm", .position = {0.1, 0, 0},
             .joints = {{.name = "elbow", .axis = z, .damping = 1, .armature = 1, .limited = true, .range = {-3, 3}}},
             .geoms = {link("forearm")}},
            {.name = "fingertip", .parent = "forearm", .position = {0.11, 0, 0},
             .geoms = {{.name = "fingertip", .type = geom_type::sphere, .radius = 0.01, .contype = 0, .conaffinity = 0}}},
            {.name = "target", .position = {0.1, -0.1, 0.01},
             .joints = {{.name = "target_x", .type = joint_type::slide, .axis = x, .reference = 0.1,
                         .limited = true, .range = {-0.27, 0.27}},
                        {.name = "target_y", .type = joint_type::slide, .axis = y, .reference = -0.1,
                         .limited = true, .range = {-0.27, 0.27}}},
             .geoms = {{.name = "target", .type = geom_type::sphere, .radius = 0.009, .contype = 0, .conaffinity = 0,
                        .paint = {0.9f, 0.2f, 0.2f, 1}}}}},
        .actuators = {{"shoulder", 200}, {"elbow", 200}}};
    // clang-format on
}();

inline constexpr model reacher_model = compile(reacher);

}  // namespace lockstep::physics
