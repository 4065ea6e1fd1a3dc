// SPDX-License-Identifier: MIT
// A cart of every shape that a geom can have, each of which may touch the ground: on its own joint, in the root, or welded.
#pragma once

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr robot cart_of_shapes = [] {
    softness const skin{.solref = {0.03, 0.9}, .solimp = {0.2, 0.9, 0.02, 0.3, 3}, .margin = 0.01};
    auto const hinge = [](std::string_view name, vec3<double> const& axis) {
        return joint{.name = name, .axis = axis, .damping = 0.2, .armature = 0.02};
    };
    robot result{
        .name = "cart_of_shapes",
        .timestep = 0.005,
        .floor = {.friction = 0.7},
        .bodies = {{.name = "box",
                    .position = {0, 0, 0.5},
                    .joints = {{.name = "root", .type = joint_type::free}},
                    .geoms = {{.name = "box",
                               .type = geom_type::box,
                               .half_sizes = {0.3, 0.2, 0.1},
                               .position = {0.02, 0, 0.01},
                               .orientation = {0.8, 0.36, 0.48, 0},
                               .density = 300,
                               .contact = skin}}},
                   {.name = "wheel",
                    .parent = "box",
                    .position = {0.3, 0.2, -0.1},
                    .joints = {hinge("wheel", {0, 1, 0})},
                    .geoms = {{.name = "wheel",
                               .type = geom_type::cylinder,
                               .radius = 0.15,
                               .half_length = 0.04,
                               .axis = {0, 0.8, 0.6},
                               .friction = 0.9}}},
                   {.name = "egg",
                    .parent = "box",
                    .position = {-0.3, 0.1, -0.15},
                    .orientation = {0.6, 0, 0.8, 0},
                    .joints = {hinge("egg", {1, 0, 0})},
                    .geoms = {{.name = "egg",
                               .type = geom_type::ellipsoid,
                               .half_sizes = {0.1, 0.14, 0.2},
                               .position = {0, 0.02, -0.03},
                               .orientation = {0.36, 0.48, 0, 0.8},
                               .contact = skin}}},
                   {.name = "drum",
                    .parent = "egg",
                    .position = {0.1, -0.2, 0},
                    .orientation = {0.8, 0, 0, 0.6},
                    .geoms = {{.name = "drum",
                               .type = geom_type::cylinder,
                               .radius = 0.08,
                               .half_length = 0.2,
                               .position = {0.05, 0, 0},
                               .axis = {1, 0, 0},
                               .orientation = {0.6, 0, 0, 0.8},
                               .density = 200}}},
                   {.name = "plate",
                    .parent = "box",
                    .position = {0.1, -0.3, -0.1},
                    .joints = {hinge("plate", {0, 0, 1})},
                    .geoms = {{.name = "plate", .type = geom_type::box, .half_sizes = {0.15, 0.15, 0.03}, .axis = {0.6, 0, 0.8}},
                              {.name = "knob", .type = geom_type::sphere, .radius = 0.08, .position = {0, 0, -0.1}}}}},
        .actuators = {{"wheel", 5}, {"egg", 3}}};
    for (body& b : result.bodies) {
        for (geom& g : b.geoms) {
            g.conaffinity = 0;  // the floor alone is touched
        }
    }
    return result;
}();

inline constexpr model cart_of_shapes_model = compile(cart_of_shapes);

}  // namespace lockstep::physics
