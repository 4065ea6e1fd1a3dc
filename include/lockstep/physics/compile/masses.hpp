// SPDX-License-Identifier: MIT
// The masses of a model's bodies: of a robot's body and of those fused into it.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/mass.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// An inertia that turns like one about an axis costs half as much to turn.
constexpr void find_symmetry(model::body& b, vec3<double> const& axis) {
    double const along = dot(axis, b.inertia * axis);
    double const across = 0.5 * (b.inertia.xx + b.inertia.yy + b.inertia.zz - along);
    symmetric3<double> const turned = axisymmetric(across, along - across, axis), &given = b.inertia;
    for (double const difference : {turned.xx - given.xx, turned.yy - given.yy, turned.zz - given.zz, turned.xy - given.xy,
                                    turned.xz - given.xz, turned.yz - given.yz}) {
        if (difference > 1e-13 * across || difference < -1e-13 * across) {
            return;
        }
    }
    b.axisymmetric = true, b.across = across, b.along = along, b.axis = axis;
}

/// Masses, centres and inertias, scaled to the total that the robot asks for.
constexpr void set_masses(robot const& r, placements const& places, model& m) {
    std::array<rigid, max_bodies> sums{};
    double total = 0;
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        rigid const part = rigid_of(r.bodies[b]);
        placement const& at = places[b];
        total += part.mass;
        sums[at.body] = sums[at.body] + placed(at.position, at.orientation, part);
    }
    if (r.total_mass > 0 && !(total > 0)) {
        refuse("robot", r.name, "has a total_mass to be scaled to, but no geom with a mass");
    }
    double const scale = r.total_mass > 0 ? r.total_mass / total : 1;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        rigid const sum = scaled(scale, sums[b]);
        m.bodies[b].mass = sum.mass;
        m.bodies[b].center = sum.center;
        m.bodies[b].inertia = sum.inertia;
    }
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        for (geom const& g : r.bodies[b].geoms) {
            find_symmetry(m.bodies[places[b].body], places[b].orientation * g.axis);
        }
    }
}

}  // namespace lockstep::physics
