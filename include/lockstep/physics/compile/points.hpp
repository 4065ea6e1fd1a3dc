// SPDX-License-Identifier: MIT
// The points of geoms that may touch the ground.
#pragma once

#include <cstddef>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/softness.hpp>
#include <lockstep/physics/inverse_weight.hpp>
#include <lockstep/physics/mass.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// The points of body b of the robot.
constexpr void add_points(robot const& r, placement const& at, std::size_t b, reference_pose const& pose, model& m) {
    double const weight = pose.of_point(at.body, at.position + at.orientation * rigid_of(r.bodies[b]).center);
    for (geom const& g : r.bodies[b].geoms) {
        if (!g.touches_floor) {
            continue;
        }
        double const mu = g.friction > r.floor.friction ? g.friction : r.floor.friction;
        bool const capsule = g.type == geom_type::capsule;
        vec3<double> const axis = at.orientation * g.axis, center = at.position + at.orientation * g.position;
        // An edge n + mu t of the pyramid, with R scaled so that the pyramid is as stiff as the cone it replaces.
        double const edge = weight * (1 + mu * mu) * 2 * mu * mu;
        model::point p{.body = at.body,
                       .part = b,
                       .axis = axis,
                       .along_axis = capsule && !m.planar,
                       .radius = g.radius,
                       .friction = mu,
                       .contact = impedance_of(mixed(g.contact, r.floor.contact), r.timestep, edge)};
        for (double const end : {1.0, -1.0}) {
            if (capsule || end > 0) {
                p.position = capsule ? center + (end * g.half_length) * axis : center;
                m.points.push_back(p);
            }
        }
    }
}

}  // namespace lockstep::physics
