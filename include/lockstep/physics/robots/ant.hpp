// SPDX-License-Identifier: MIT
// The four-legged ant of Schulman et al. 2015 ("High-dimensional continuous control using generalized advantage
// estimation") as Gymnasium defines it. Only the facts are here. Everything else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr robot ant = [] {
    constexpr double degree = 3.14159265358979323846 / 180;
    softness const skin{.margin = 0.01};
    geom const bone{.radius = 0.08, .density = 5, .conaffinity = 0, .contact = skin};

    geom torso = bone;
    torso.name = "torso", torso.type = geom_type::sphere, torso.radius = 0.25;

    auto const hinge = [](std::string_view name, vec3<double> const& axis, double low, double high) {
        joint part{.name = name, .axis = axis, .damping = 1, .armature = 1};
        part.limited = true, part.range = {low * degree, high * degree};
        return part;
    };

    robot result{
        .name = "ant",
        .timestep = 0.01,
        .integrator = integrator_type::runge_kutta,
        .floor = {.friction = 1, .contact = skin},
        .bodies = {{.name = "torso",
                    .position = {0, 0, 0.75},
                    .joints = {{.name = "root", .type = joint_type::free}},
                    .geoms = {torso}}}};
    struct leg {
        std::string_view root, hip, ankle;
        double x, y;       // where it points to
        double low, high;  // range of the ankle
    };
    for (leg const& l :
         {leg{"front_left_leg", "hip_1", "ankle_1", 1, 1, 30, 70}, leg{"front_right_leg", "hip_2", "ankle_2", -1, 1, -70, -30},
          leg{"back_leg", "hip_3", "ankle_3", -1, -1, -70, -30}, leg{"right_back_leg", "hip_4", "ankle_4", 1, -1, 30, 70}}) {
        vec3<double> const along{0.2 * l.x, 0.2 * l.y, 0}, across{l.x == l.y ? -1.0 : 1.0, 1, 0};
        result.bodies.push_back({.name = l.root, .parent = "torso", .geoms = {capsule_between(l.root, {0, 0, 0}, along, bone)}});
        result.bodies.push_back({.name = l.hip,
                                 .parent = l.root,
                                 .position = along,
                                 .joints = {hinge(l.hip, {0, 0, 1}, -30, 30)},
                                 .geoms = {capsule_between(l.hip, {0, 0, 0}, along, bone)}});
        result.bodies.push_back({.name = l.ankle,
                                 .parent = l.hip,
                                 .position = along,
                                 .joints = {hinge(l.ankle, across, l.low, l.high)},
                                 .geoms = {capsule_between(l.ankle, {0, 0, 0}, 2 * along, bone)}});
    }
    for (std::string_view const name : {"hip_4", "ankle_4", "hip_1", "ankle_1", "hip_2", "ankle_2", "hip_3", "ankle_3"}) {
        result.actuators.push_back({name, 150});
    }
    return result;
}();

inline constexpr model ant_model = compile(ant);

}  // namespace lockstep::physics
