// SPDX-License-Identifier: MIT
// How a geom stands in its body, and how far it reaches along its own axes.
#pragma once

#include <lockstep/core/quaternion.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// 1 + z of a unit vector, to the last digits also where z is near -1; 0 where MuJoCo takes it for -1.
constexpr double above_lowest(vec3<double> const& unit) {
    auto const& [x, y, z] = unit;
    double const aside = x * x + y * y;
    return z > 0 ? 1 + z : aside < 1e-20 ? 0 : aside / (1 - z);
}

/// The rotation that takes z to a unit vector the shortest way.
constexpr mat3<double> turned_to(vec3<double> const& to) {
    auto const& [x, y, z] = to;
    double const above = above_lowest(to);
    if (above == 0) {
        return {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    }
    double const s = 1 / above;
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
