// SPDX-License-Identifier: MIT
// The planar cheetah of Wawrzynski 2009 ("A cat-like robot real-time learning to run") as OpenAI Gym and Gymnasium
// define it: two legs of three joints, 14 kg. The facts only; everything else is computed from them.
#pragma once

#include <array>
#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr robot half_cheetah = [] {
    softness const skin{.solimp = {0, 0.8, 0.01, 0.5, 2}};
    geom const bone{.radius = 0.046, .friction = 0.4, .contact = skin};
    vec3<double> const x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

    auto const capsule = [&](std::string_view name, vec3<double> const& position, double turn, double half_length) {
        geom part = bone;  // its axis is z turned about y
        part.name = name, part.position = position, part.half_length = half_length;
        part.axis = {compile_time::sin(turn), 0, compile_time::cos(turn)};
        return part;
    };
    softness const stop{.solimp = {0, 0.8, 0.03, 0.5, 2}};
    auto const hinge = [&](std::string_view name, std::array<double, 2> range, double stiffness, double damping) {
        joint part{.name = name, .axis = y, .stiffness = stiffness, .damping = damping, .armature = 0.1};
        part.limited = true, part.range = range, part.limit = stop;
        return part;
    };

    // One paragraph a body.
    // clang-format off
    return robot{
        .name = "half_cheetah", .timestep = 0.01, .total_mass = 14,
        .floor = {.friction = 0.4, .contact = skin},
        .bodies = {
            {.name = "torso", .position = {0, 0, 0.7},
             .joints = {{.name = "rootx", .type = joint_type::slide, .axis = x},
                        {.name = "rootz", .type = joint_type::slide, .axis = z},
                        {.name = "rooty", .type = joint_type::hinge, .axis = y}},
             .geoms = {capsule_between("torso", {-0.5, 0, 0}, {0.5, 0, 0}, bone), capsule("head", {0.6, 0, 0.1}, 0.87, 0.15)}},

            {.name = "bthigh", .parent = "torso", .position = {-0.5, 0, 0},
             .joints = {hinge("bthigh", {-0.52, 1.05}, 240, 6)},
             .geoms = {capsule("bthigh", {0.1, 0, -0.13}, -3.8, 0.145)}},
            {.name = "bshin", .parent = "bthigh", .position = {0.16, 0, -0.25},
             .joints = {hinge("bshin", {-0.785, 0.785}, 180, 4.5)},
             .geoms = {capsule("bshin", {-0.14, 0, -0.07}, -2.03, 0.15)}},
            {.name = "bfoot", .parent = "bshin", .position = {-0.28, 0, -0.14},
             .joints = {hinge("bfoot", {-0.4, 0.785}, 120, 3)},
             .geoms = {capsule("bfoot", {0.03, 0, -0.097}, -0.27, 0.094)}},

            {.name = "fthigh", .parent = "torso", .position = {0.5, 0, 0},
             .joints = {hinge("fthigh", {-1, 0.7}, 180, 4.5)},
             .geoms = {capsule("fthigh", {-0.07, 0, -0.12}, 0.52, 0.133)}},
            {.name = "fshin", .parent = "fthigh", .position = {-0.14, 0, -0.24},
             .joints = {hinge("fshin", {-1.2, 0.87}, 120, 3)},
             .geoms = {capsule("fshin", {0.065, 0, -0.09}, -0.6, 0.106)}},
            {.name = "ffoot", .parent = "fshin", .position = {0.13, 0, -0.18},
             .joints = {hinge("ffoot", {-0.5, 0.5}, 60, 1.5)},
             .geoms = {capsule("ffoot", {0.045, 0, -0.07}, -0.6, 0.07)}}},
        .actuators = {{"bthigh", 120}, {"bshin", 90}, {"bfoot", 60}, {"fthigh", 120}, {"fshin", 60}, {"ffoot", 30}}};
    // clang-format on
}();

inline constexpr model half_cheetah_model = compile(half_cheetah);

}  // namespace lockstep::physics
