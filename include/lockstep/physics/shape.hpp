// SPDX-License-Identifier: MIT
// How a geom stands in its body, and how far it reaches along its own axes.
#pragma once

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// The rotation that takes z to a unit vector the shortest way.
constexpr mat3<double> turned_to(vec3<double> const& to) {
    auto const& [x, y, z] = to;
    if (z < -1 + 1e-12) {
        return {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    }
    double const s = 1 / (1 + z);
    return {{1 - s * x * x, -s * x * y, x}, {-s * x * y, 1 - s * y * y, y}, {-x, -y, z}};
}

/// The geom's axes, in the columns, in its body's frame.
constexpr mat3<double> frame_of(geom const& g) { return turned_to(g.axis) * rotation(g.orientation); }

/// Half of the geom's extent along each of its axes. The round ends of a capsule are not counted.
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
