// SPDX-License-Identifier: MIT
// Where a sphere and a box touch, by MuJoCo's rules: at the box's point that is nearest to the sphere's centre. If the centre is
// inside the box, the normal is perpendicular to the nearest face and points into the box.
#pragma once

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/contact/narrow_phase.hpp>

namespace lockstep::physics {

/// A box in world axes.
template <real R>
struct placed_box {
    vec3<R> center;      // m
    mat3<R> axes;        // rows: the directions of its edges
    vec3<R> half_sizes;  // m
};

template <real R>
touch<R> touch_sphere_box(vec3<R> const& center, R const& radius, placed_box<R> const& box) {
    vec3<R> const c = box.axes * (center - box.center), &size = box.half_sizes;
    vec3<R> const d{clamp(c.x, -size.x, size.x) - c.x, clamp(c.y, -size.y, size.y) - c.y, clamp(c.z, -size.z, size.z) - c.z};
    R const distance = sqrt(dot(d, d));
    mask_t<R> const inside = distance <= R(least_distance<R>);
    vec3<R> normal = (R(1) / select(inside, R(1), distance)) * d;  // from the sphere into the box, in the box's axes
    R const depth_x = size.x - abs(c.x), depth_y = size.y - abs(c.y), depth_z = size.z - abs(c.z);
    mask_t<R> const along_x = depth_x <= depth_y && depth_x <= depth_z, along_y = !along_x && depth_y <= depth_z;
    auto const inward = [](R const& from) { return select(R(0) < from, R(-1), R(1)); };
    vec3<R> const through{select(along_x, inward(c.x), R(0)), select(along_y, inward(c.y), R(0)),
                          select(along_x || along_y, R(0), inward(c.z))};
    normal = select_all<R>(inside, through, normal);
    R const apart = select(inside, -min(depth_x, min(depth_y, depth_z)), distance);
    return touch_along(transpose(box.axes) * normal, apart, center, radius, R(0));
}

}  // namespace lockstep::physics
