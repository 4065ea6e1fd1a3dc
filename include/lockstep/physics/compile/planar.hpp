// SPDX-License-Identifier: MIT
// Whether all motion of a robot stays in the plane y = 0.
#pragma once

#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns whether the geom is symmetric about the plane y = 0. Its centre must lie on the plane. A box or an ellipsoid counts as
/// symmetric only if `orientation` is a rotation about y and the axis is in the plane.
constexpr bool is_flat(geom const& g) {
    bool const along = g.axis.y == 0, across = g.axis.x == 0 && g.axis.z == 0;
    switch (g.type) {
    case geom_type::sphere: return true;
    case geom_type::capsule: return along;
    case geom_type::cylinder: return along || across;
    case geom_type::box:
    case geom_type::ellipsoid: break;
    }
    return along && g.orientation.x == 0 && g.orientation.z == 0;
}

/// Returns whether all motion of the robot stays in the plane y = 0. `m` is the model of `r`, which must have its dofs already.
constexpr bool is_planar(robot const& r, model const& m) {
    for (model::dof const& d : m.dofs) {
        bool const across = d.axis.x == 0 && d.axis.z == 0;
        bool const fits = d.type == dof_type::slide ? d.axis.y == 0 : d.type == dof_type::hinge && across;
        if (!fits || d.anchor.y != 0) {
            return false;
        }
    }
    for (body const& b : r.bodies) {
        bool flat = b.position.y == 0 && b.orientation.x == 0 && b.orientation.z == 0;
        flat = flat && b.inertia.center.y == 0 && b.inertia.about_center.xy == 0 && b.inertia.about_center.yz == 0;
        for (geom const& g : b.geoms) {
            flat = flat && g.position.y == 0 && is_flat(g);
        }
        if (!flat) {
            return false;
        }
    }
    return true;
}

}  // namespace lockstep::physics
