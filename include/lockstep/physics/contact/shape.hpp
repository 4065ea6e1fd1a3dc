// SPDX-License-Identifier: MIT
// The axes of a geom in its body, and its half sizes along them.
#pragma once

#include <lockstep/core/macros.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Returns `unit`, or exactly z or -z if `unit` is within 1e-7 of it. MuJoCo does the same before it rotates the z axis of a
/// shape to the vector. `unit` must have length 1.
constexpr vec3<double> nearly_upright(vec3<double> const& unit) {
    return unit.x * unit.x + unit.y * unit.y < 1e-14 ? vec3<double>{0, 0, unit.z > 0 ? 1.0 : -1.0} : unit;
}

/// Returns 1 + z of a unit vector, without cancellation near z = -1.
constexpr double above_lowest(vec3<double> const& unit) {
    auto const& [x, y, z] = unit;
    return z > 0 ? 1 + z : (x * x + y * y) / (1 - z);
}

/// Returns the shortest rotation that takes z to the unit vector `to`. As in MuJoCo, a direction within 1e-7 of z or -z counts as
/// z or -z itself. The rotation to -z is a half turn about x.
constexpr mat3<double> turned_to(vec3<double> const& to) {
    vec3<double> const unit = nearly_upright(to);
    auto const& [x, y, z] = unit;
    double const above = above_lowest(unit);
    if (above == 0) {
        return {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    }
    double const s = 1 / above;
    return {{1 - s * x * x, -s * x * y, x}, {-s * x * y, 1 - s * y * y, y}, {-x, -y, z}};
}

/// Returns the geom's axes in its body's frame, as columns.
LOCKSTEP_COLD constexpr mat3<double> frame_of(geom const& g) { return turned_to(g.axis) * rotation(g.orientation); }

/// Returns half of the geom's extent (m) along each of its axes, without the round ends of a capsule.
constexpr vec3<double> half_sizes_of(geom const& g) {
    switch (g.type) {
    case geom_type::sphere: return {g.radius, g.radius, g.radius};
    case geom_type::capsule:
    case geom_type::cylinder: return {g.radius, g.radius, g.half_length};
    case geom_type::box:
    case geom_type::ellipsoid: break;
    }
    return g.half_sizes;
}

}  // namespace lockstep::physics
