// SPDX-License-Identifier: MIT
// What a fluid takes the robot's bodies for.
#pragma once

#include <cstddef>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/compile/placement.hpp>
#include <lockstep/physics/fluid_box.hpp>
#include <lockstep/physics/mass.hpp>
#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// A box for every body with a mass, if there is a fluid. MuJoCo's axes of a body with one geom are the geom's own, its z
/// turned the shortest way.
constexpr void add_boxes(robot const& r, placements const& places, model& m) {
    if (!(r.density > 0 || r.viscosity > 0)) {
        return;
    }
    for (std::size_t b = 0; b < r.bodies.size(); ++b) {
        body const& given = r.bodies[b];
        rigid const part = rigid_of(given);
        if (part.mass > 0) {
            placement const& at = places[b];
            mat3<double> const axes = given.geoms.size() == 1 ? turned_to(given.geoms[0].axis) : principal_axes(part.inertia);
            m.boxes.push_back({at.body, at.position + at.orientation * part.center, at.orientation * axes,
                               inertia_box(part.mass, part.inertia, axes)});
        }
    }
}

}  // namespace lockstep::physics
