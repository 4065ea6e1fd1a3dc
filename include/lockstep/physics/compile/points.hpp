// SPDX-License-Identifier: MIT
// The points of geoms that may touch the ground.
#pragma once

#include <cstddef>

#include <lockstep/core/compile_time.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/inverse_weight.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/softness.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/contact/touching.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns how many points of a geom of this type may touch the ground at a time.
constexpr std::size_t points_of(geom_type type) {
    return type == geom_type::capsule ? 2 : type == geom_type::cylinder || type == geom_type::box ? 4 : 1;
}

/// Adds to `m` the points of geom g that may touch the ground. `frame` has the geom's axes in its link's frame as columns. `p`
/// has the members that all of these points share, and the position of the geom's centre. Throws std::length_error if there are
/// more than max_points points.
constexpr void add_points(geom const& g, mat3<double> const& frame, model::point p, model& m) {
    vec3<double> const size = half_sizes_of(g), center = p.position;
    mat3<double> const axes = transpose(frame);
    p.half_axes = {size.x * axes.x, size.y * axes.y, size.z * axes.z};
    auto const add = [&](point_type type, vec3<double> const& weights) {
        p.type = type, p.weights = weights;
        m.points.push_back(p);
    };
    switch (g.type) {
    case geom_type::sphere:
        p.radius = g.radius;
        m.points.push_back(p);
        break;
    case geom_type::capsule:
        p.radius = g.radius, p.along_axis = !m.planar;
        for (double const end : {1.0, -1.0}) {
            p.position = center + (end * g.half_length) * p.axis;
            m.points.push_back(p);
        }
        break;
    case geom_type::cylinder: {  // the lowest point of each disc, and two more points of the lower disc, a third of a turn away
        double const aside = 0.5 * compile_time::sqrt(3);
        for (vec3<double> const& weights : {vec3<double>{1, 0, 1}, {1, 0, -1}, {-0.5, aside, 1}, {-0.5, -aside, 1}}) {
            add(point_type::rim, weights);
        }
        break;
    }
    case geom_type::box:
        for (vec3<double> const& weights : {vec3<double>{1, 1, 1}, {-1, 1, 1}, {1, -1, 1}, {-1, -1, 1}}) {
            add(point_type::corner, weights);
        }
        break;
    case geom_type::ellipsoid: add(point_type::ellipsoid, {0, 0, 0}); break;
    }
}

/// Returns whether body b of the model can only slide horizontally. A ground without friction exerts no force that moves such
/// a body.
constexpr bool slides_level(model const& m, std::size_t b) {
    bool result = true;
    for (; b != no_body; b = m.bodies[b].parent) {
        model::body const& body = m.bodies[b];
        result = result && !body.turned;
        for (std::size_t i = body.first_dof; i < body.first_dof + body.dof_count; ++i) {
            result = result && m.dofs[i].type == dof_type::slide && m.dofs[i].axis.z == 0;
        }
    }
    return result;
}

/// Adds to `m` the points of the robot's body b that may touch the ground. Leaves out those without friction on a body that only
/// slides horizontally. `at` is the placement of the body. Throws std::invalid_argument if condim of a contact is neither 1 nor
/// 3, and std::length_error if there are more than max_points points.
constexpr void add_points(robot const& r, placement const& at, std::size_t b, reference_pose const& pose, model& m) {
    double const weight = inverse_weight_of(r.bodies[b], at, pose);
    for (geom const& g : r.bodies[b].geoms) {
        contact_pair const touch = ground_pair(r, r.bodies[b].name, g);
        if (touch.condim == 0 || (touch.condim == 1 && slides_level(m, at.body))) {
            continue;
        }
        add_points(g, at.orientation * frame_of(g),
                   {.body = at.body,
                    .robot_body = b,
                    .position = at.position + at.orientation * g.position,
                    .axis = at.orientation * g.axis,
                    .ground = r.floor.height,
                    .condim = touch.condim,
                    .friction = touch.friction,
                    .cone_friction = touch.friction / compile_time::sqrt(r.impratio),
                    .contact = impedance_of(touch, g.name, r, weight)},
                   m);
    }
}

}  // namespace lockstep::physics
