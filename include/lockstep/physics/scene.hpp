// SPDX-License-Identifier: MIT
// A robot as it is drawn: the shapes of its bodies, and their poses in the world.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/contact/touching.hpp>
#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// A geom as it is drawn. `at` is its pose in the frame of a body of the model. For scenery that body is no_body, and the frame
/// is the world's. Capsules and cylinders lie along their z axis.
struct shape {
    std::string_view name, body;  // body: the body of the robot, before fusing; "world" for scenery
    geom_type type = geom_type::sphere;
    bounded<double, 3>
        size;  // m, as in MJCF: radius, then half the length of the cylinder; of boxes and ellipsoids three half sizes
    placement at = {};
    color paint = {0.5f, 0.5f, 0.5f, 1};
};

/// The shapes of a robot, and the ground.
struct scene {
    std::string_view name;
    bool ground = false;       // whether some geom may touch the ground
    double ground_height = 0;  // m
    bounded<shape, max_geoms + max_scenery> shapes = {};
};

/// Returns the size of a geom in the form of shape::size.
constexpr bounded<double, 3> drawn_size(geom const& g) {
    switch (g.type) {
    case geom_type::sphere: return {g.radius};
    case geom_type::capsule:
    case geom_type::cylinder: return {g.radius, g.half_length};
    case geom_type::box:
    case geom_type::ellipsoid: break;
    }
    return {g.half_sizes.x, g.half_sizes.y, g.half_sizes.z};
}

/// Returns the scene of a robot: all geoms, body by body, and then the scenery. Throws std::length_error if these are more than
/// max_geoms + max_scenery, and std::invalid_argument if a body has neither a parent nor a joint, or a parent that is not
/// before it.
LOCKSTEP_COLD constexpr scene scene_of(robot const& r) {
    scene result{.name = r.name, .ground_height = r.floor.height};
    model unused;
    placements const places = add_bodies(r, unused);
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        auto const& [carrier, position, orientation] = places[b];
        for (geom const& g : r.bodies[b].geoms) {
            result.shapes.push_back({.name = g.name,
                                     .body = r.bodies[b].name,
                                     .type = g.type,
                                     .size = drawn_size(g),
                                     .at = {carrier, position + orientation * g.position, orientation * frame_of(g)},
                                     .paint = g.paint});
            result.ground = result.ground || ground_pair(r, r.bodies[b].name, g).condim != 0;
        }
    }
    for (geom const& g : r.scenery) {
        result.shapes.push_back({.name = g.name,
                                 .body = "world",
                                 .type = g.type,
                                 .size = drawn_size(g),
                                 .at = {no_body, g.position, frame_of(g)},
                                 .paint = g.paint});
    }
    return result;
}

/// The pose of a shape in the world.
struct pose {
    vec3<double> position;           // m: of its centre
    quaternion<double> orientation;  // from its own axes to the world's, of length 1
};

/// Returns the quaternion of a rotation matrix (Shepperd 1978). It is computed from the largest of its numbers, so that no
/// divisor is small.
LOCKSTEP_COLD inline quaternion<double> quaternion_of(mat3<double> const& m) {
    std::array<double, 4> const squares = {1 + m.x.x + m.y.y + m.z.z, 1 + m.x.x - m.y.y - m.z.z, 1 - m.x.x + m.y.y - m.z.z,
                                           1 - m.x.x - m.y.y + m.z.z};
    auto const largest = static_cast<std::size_t>(std::max_element(squares.begin(), squares.end()) - squares.begin());
    double const xy = m.y.x + m.x.y, xz = m.x.z + m.z.x, yz = m.z.y + m.y.z;
    double const wx = m.z.y - m.y.z, wy = m.x.z - m.z.x, wz = m.y.x - m.x.y;
    std::array<std::array<double, 4>, 4> const products = {
        {{squares[0], wx, wy, wz}, {wx, squares[1], xy, xz}, {wy, xy, squares[2], yz}, {wz, xz, yz, squares[3]}}};
    auto const& [w, x, y, z] = products[largest];
    double const s = 0.5 / std::sqrt(squares[largest]);
    return {s * w, s * x, s * y, s * z};
}

/// Returns the poses of the scene's shapes in the world, in the order of s.shapes. `s` and `m` must be the scene and the model of
/// one robot. `qpos` has m.qpos_size() numbers.
LOCKSTEP_COLD inline std::vector<pose> poses(scene const& s, model const& m, std::span<double const> qpos) {
    kinematics<double> const k = forward_kinematics<double>(m, qpos);
    std::vector<pose> result;
    for (shape const& drawn : s.shapes) {
        auto const& [b, position, orientation] = drawn.at;
        if (b == no_body) {
            result.push_back({position, quaternion_of(orientation)});
            continue;
        }
        result.push_back(
            {k.origin[b] + (k.position[b] + k.orientation[b] * position), quaternion_of(k.orientation[b] * orientation)});
    }
    return result;
}

}  // namespace lockstep::physics
