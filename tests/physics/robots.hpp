// SPDX-License-Identifier: MIT
// Two small robots that between them have what the cheetah lacks: free and ball joints, anchors, turned and welded
// bodies, spheres, margins, other shapes of impedance, Runge-Kutta. And the cheetah itself, described without MJCF.
#pragma once

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// A ball on three legs that may go anywhere.
inline constexpr robot tripod = [] {
    softness const skin{.solref = {0.03, 0.9}, .solimp = {0.2, 0.9, 0.02, 0.3, 3}, .margin = 0.01};
    softness const stop{.solref = {0.02, 1}, .solimp = {0.1, 0.8, 0.05, 0.6, 1.5}};
    auto const leg = [&](std::string_view name, quaternion<double> const& turn, vec3<double> const& at) {
        return body{.name = name,
                    .parent = "torso",
                    .position = at,
                    .orientation = turn,
                    .joints = {{.name = name,
                                .axis = {0, 1, 0.2},
                                .position = {0.01, 0.02, 0},
                                .stiffness = 2,
                                .damping = 0.3,
                                .armature = 0.05,
                                .reference = 0.1,
                                .spring_reference = 0.2,
                                .limited = true,
                                .range = {-0.5, 0.8},
                                .limit = stop}},
                    .geoms = {{.name = name,
                               .radius = 0.04,
                               .half_length = 0.15,
                               .position = {0.2, 0, -0.1},
                               .axis = {0.8, 0, -0.6},
                               .density = 500,
                               .friction = 0.8,
                               .conaffinity = 0,
                               .contact = skin}}};
    };
    return robot{
        .name = "tripod",
        .timestep = 0.01,
        .integrator = integrator_type::runge_kutta,
        .floor = {.friction = 0.6, .contact = {.margin = 0.005}},
        .bodies =
            {{.name = "torso",
              .position = {0, 0, 0.6},
              .joints = {{.name = "root", .type = joint_type::free, .armature = 0.01}},
              .geoms = {{.name = "torso", .type = geom_type::sphere, .radius = 0.2, .conaffinity = 0, .contact = skin}}},
             leg("front", {1, 0, 0, 0}, {0.15, 0, 0}),
             {.name = "toe",
              .parent = "front",
              .position = {0.3, 0, -0.2},
              .orientation = {0.8, 0, 0.6, 0},
              .geoms = {{.name = "toe",
                          .type = geom_type::sphere,
                          .radius = 0.06,
                          .position = {0.03, 0, 0},
                          .conaffinity = 0,
                          .contact = skin}}},
             leg("left", {0.5, 0, 0, 0.8660254037844386}, {-0.07, 0.13, 0}),
             leg("right", {0.5, 0, 0, -0.8660254037844386}, {-0.07, -0.13, 0})},
        .actuators = {{"front", 20}, {"left", 20}, {"right", 20, {-0.5, 0.4}}}};
}();

/// A rod in a ball joint, with a second rod on a hinge at its end.
inline constexpr robot ball_pendulum = [] {
    return robot{
        .name = "ball_pendulum",
        .timestep = 0.005,
        .integrator = integrator_type::runge_kutta,
        .floor = {.contype = 0, .conaffinity = 0},
        .bodies =
            {{.name = "upper",
              .position = {0, 0, 2},
              .joints =
                  {{.name = "socket", .type = joint_type::ball, .position = {0.05, 0, 0}, .damping = 0.1, .armature = 0.02}},
              .geoms = {{.name = "upper",
                         .radius = 0.05,
                         .half_length = 0.2,
                         .position = {0, 0, -0.3},
                         .contype = 0,
                         .conaffinity = 0}}},
             {.name = "lower",
              .parent = "upper",
              .position = {0, 0, -0.6},
              .joints = {{.name = "elbow", .axis = {0, 1, 0}, .damping = 0.05}},
              .geoms = {{.name = "lower",
                         .radius = 0.04,
                         .half_length = 0.15,
                         .position = {0.1, 0, -0.2},
                         .contype = 0,
                         .conaffinity = 0}}}},
        .actuators = {{"elbow", 3}}};
}();

inline constexpr robot cheetah_in_cpp = [] {
    softness const skin{.solimp = {0, 0.8, 0.01, 0.5, 2}};
    geom const bone{.radius = 0.046, .friction = 0.4, .conaffinity = 0, .contact = skin};
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

inline constexpr model tripod_model = compile(tripod);
inline constexpr model ball_pendulum_model = compile(ball_pendulum);

}  // namespace lockstep::physics
