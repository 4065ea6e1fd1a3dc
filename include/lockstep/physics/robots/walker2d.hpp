// SPDX-License-Identifier: MIT
// The planar biped of Gymnasium's Walker2d-v5 (after Erez, Tassa and Todorov 2011): two legs of three joints, with the
// friction of both feet at 1.9. Only the facts are here. Everything else is computed from them.
#pragma once

#include <array>
#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr robot walker2d = [] {
    constexpr double degree = 3.14159265358979323846 / 180;
    vec3<double> const x{1, 0, 0}, z{0, 0, 1};

    auto const hinge = [&](std::string_view name, vec3<double> const& position, std::array<double, 2> range) {
        joint part{.name = name, .axis = {0, -1, 0}, .position = position, .damping = 0.1, .armature = 0.01};
        part.limited = true, part.range = {range[0] * degree, range[1] * degree};
        return part;
    };
    auto const bone = [](std::string_view name, double radius, double half_length) {
        return geom{.name = name, .radius = radius, .half_length = half_length, .friction = 0.9, .conaffinity = 0};
    };
    auto const thigh = [&](std::string_view name) {
        geom part = bone(name, 0.05, 0.225);
        part.position = {0, 0, -0.225};
        return body{.name = name,
                    .parent = "torso",
                    .position = {0, 0, -0.2},
                    .joints = {hinge(name, {0, 0, 0}, {-150, 0})},
                    .geoms = {part}};
    };
    auto const leg = [&](std::string_view name, std::string_view parent) {
        return body{.name = name,
                    .parent = parent,
                    .position = {0, 0, -0.7},
                    .joints = {hinge(name, {0, 0, 0.25}, {-150, 0})},
                    .geoms = {bone(name, 0.04, 0.25)}};
    };
    auto const foot = [&](std::string_view name, std::string_view parent) {
        geom part = bone(name, 0.06, 0.1);
        part.position = {-0.1, 0, 0.1}, part.axis = {-1, 0, 0}, part.friction = 1.9;
        return body{.name = name,
                    .parent = parent,
                    .position = {0.2, 0, -0.35},
                    .joints = {hinge(name, {-0.2, 0, 0.1}, {-45, 45})},
                    .geoms = {part}};
    };

    return robot{
        .name = "walker2d",
        .timestep = 0.002,
        .integrator = integrator_type::runge_kutta,
        .floor = {.friction = 0.7},
        .bodies = {{.name = "torso",
                    .position = {0, 0, 1.25},
                    .joints = {{.name = "rootx", .type = joint_type::slide, .axis = x},
                               {.name = "rootz", .type = joint_type::slide, .axis = z, .reference = 1.25},
                               {.name = "rooty", .axis = {0, 1, 0}}},
                    .geoms = {bone("torso", 0.05, 0.2)}},
                   thigh("thigh"),
                   leg("leg", "thigh"),
                   foot("foot", "leg"),
                   thigh("thigh_left"),
                   leg("leg_left", "thigh_left"),
                   foot("foot_left", "leg_left")},
        .actuators = {{"thigh", 100}, {"leg", 100}, {"foot", 100}, {"thigh_left", 100}, {"leg_left", 100}, {"foot_left", 100}}};
}();

inline constexpr model walker2d_model = compile(walker2d);

}  // namespace lockstep::physics
