// SPDX-License-Identifier: MIT
// The masses of a model's bodies. Each is the sum of the masses of a body of the robot and of the bodies that are fused into it.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/boxes.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/compile/refuse.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/dynamics/mass.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Sets `axisymmetric`, `across`, `along` and `axis` of body b if its inertia is symmetric about `axis`, which has length 1. Such
/// an inertia needs half the operations to rotate.
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

/// Sets the masses, centres and inertias of m.bodies, and adds m.robot_bodies. All are scaled to the robot's total_mass if that
/// is given. Throws std::invalid_argument if a body that moves has no mass or no inertia, or if a total_mass is given and no body
/// has a mass.
constexpr void set_masses(robot const& r, placements const& places, model& m) {
    std::array<rigid, max_bodies> rigids{}, sums{};
    double total = 0;
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        placement const& at = places[b];
        rigids[b] = placed(at.position, at.orientation, rigid_of(r.bodies[b]));
        total += rigids[b].mass;
        sums[at.body] = sums[at.body] + rigids[b];
    }
    if (r.total_mass > 0 && !(total > 0)) {
        refuse("robot", r.name, "has a total_mass to be scaled to, but no geom with a mass");
    }
    double const scale = r.total_mass > 0 ? r.total_mass / total : 1;
    std::array<bool, max_bodies> inert{};
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        inert[places[b].body] = inert[places[b].body] || is_inert(r.bodies[b]);
    }
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        if (r.bodies[b].joints.size() != 0 && !(sums[places[b].body].mass > 1e-15)) {
            refuse("body", r.bodies[b].name, "moves and has no mass");
        }
        if (r.bodies[b].joints.size() != 0 && !inert[places[b].body]) {
            refuse("body", r.bodies[b].name, "moves and has no inertia");
        }
    }
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        rigid const sum = scaled(scale, sums[b]);
        m.bodies[b].mass = sum.mass;
        m.bodies[b].center = sum.center;
        m.bodies[b].inertia = sum.inertia;
    }
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        rigid const given = scaled(scale, rigids[b]);
        mat3<double> const own = axes_of_mass(r.bodies[b], rigid_of(r.bodies[b]));
        m.robot_bodies.push_back(
            {places[b].body, given.mass, given.center, given.inertia, own.x.x > 1 - 1e-12 && own.y.y > 1 - 1e-12});
        for (geom const& g : r.bodies[b].geoms) {
            model::body& owner = m.bodies[places[b].body];
            find_symmetry(owner, places[b].orientation * g.axis);
            if (g.type == geom_type::box || g.type == geom_type::ellipsoid) {
                mat3<double> const axes = places[b].orientation * frame_of(g);
                find_symmetry(owner, column(axes, 0));
                find_symmetry(owner, column(axes, 1));
            }
        }
    }
}

}  // namespace lockstep::physics
