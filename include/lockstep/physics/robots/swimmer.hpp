// SPDX-License-Identifier: MIT
// Three rods that swim in a plane of a viscous fluid (Coulom 2002, "Reinforcement learning using neural networks, with
// applications to motor control"), as OpenAI Gym and Gymnasium define them. Only the facts are here. Everything else is
// computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr robot swimmer = [] {
    constexpr double degree = 0.01745329251994329577;
    geom const skin{.radius = 0.1, .contype = 0, .conaffinity = 0};
    vec3<double> const x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    auto const hinge = [&](std::string_view name) {
        return joint{.name = name, .axis = z, .armature = 0.1, .limited = true, .range = {-100 * degree, 100 * degree}};
    };
    // clang-format off
    return robot{
        .name = "swimmer", .timestep = 0.01, .density = 4000, .viscosity = 0.1, .integrator = integrator_type::runge_kutta,
        .bodies = {
            {.name = "front",
             .joints = {{.name = "x", .type = joint_type::slide, .axis = x, .armature = 0.1},
                        {.name = "y", .type = joint_type::slide, .axis = y, .armature = 0.1},
                        {.name = "heading", .axis = z, .armature = 0.1}},
             .geoms = {capsule_between("front", {0.5, 0, 0}, {1.5, 0, 0}, skin)}},
            {.name = "middle", .parent = "front", .position = {0.5, 0, 0},
             .joints = {hinge("front_joint")},
             .geoms = {capsule_between("middle", {-1, 0, 0}, {0, 0, 0}, skin)}},
            {.name = "back", .parent = "middle", .position = {-1, 0, 0},
             .joints = {hinge("back_joint")},
             .geoms = {capsule_between("back", {-1, 0, 0}, {0, 0, 0}, skin)}}},
        .actuators = {{"front_joint", 150}, {"back_joint", 150}}};
    // clang-format on
}();

inline constexpr model swimmer_model = compile(swimmer);

}  // namespace lockstep::physics
