// SPDX-License-Identifier: MIT
// The boxes that stand for the robot's bodies in a fluid.
#pragma once

#include <cstddef>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/dynamics/fluid_box.hpp>
#include <lockstep/physics/dynamics/mass.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns MuJoCo's principal axes of a body, as columns. They are the stated axes, if there are any; the axes of the geom, if
/// one geom has all of the mass; otherwise those of principal_axes. `mass` is rigid_of(b). If moments are equal, principal axes
/// are not unique.
constexpr mat3<double> axes_of_mass(body const& b, rigid const& mass) {
    if (b.inertia.given && b.inertia.has_axes) {
        return rotation(b.inertia.axes);
    }
    geom const* only = nullptr;
    std::size_t count = 0;
    for (geom const& g : b.geoms) {
        if (g.density > 0) {
            only = &g;
            ++count;
        }
    }
    return count == 1 && !b.inertia.given ? frame_of(*only) : principal_axes(mass.inertia);
}

/// Adds to `m` a box for every body with a mass, if there is a fluid.
constexpr void add_boxes(robot const& r, placements const& places, model& m) {
    if (!(r.density > 0 || r.viscosity > 0)) {
        return;
    }
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        body const& given = r.bodies[b];
        rigid const own = rigid_of(given);
        if (own.mass > 0) {
            placement const& at = places[b];
            mat3<double> const axes = axes_of_mass(given, own);
            m.boxes.push_back({at.body, at.position + at.orientation * own.center, at.orientation * axes,
                               inertia_box(own.mass, own.inertia, axes)});
        }
    }
}

}  // namespace lockstep::physics
