// SPDX-License-Identifier: MIT
// Where a geom may touch the ground. A sphere, or an end of a capsule, touches below its centre. A box, a cylinder or an
// ellipsoid touches with points of its surface, which depend on its orientation by MuJoCo's rules.
#pragma once

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/model.hpp>

namespace lockstep::physics {

/// Returns the position of point p (m) in its body's frame. For the type `center` it is the centre of the sphere or the capsule's
/// end, and for all others a point of the surface. `up` is the ground's normal in the body's frame, of length 1.
template <real R>
LOCKSTEP_INLINE vec3<R> ground_point(model::point const& p, vec3<R> const& up) {
    vec3<R> const center = constant<R>(p.position);
    if (p.type == point_type::center) {
        return center;
    }
    vec3<R> const x = constant<R>(p.half_axes.x), y = constant<R>(p.half_axes.y), z = constant<R>(p.half_axes.z);
    R const up_x = dot(x, up), up_y = dot(y, up), up_z = dot(z, up);
    if (p.type == point_type::corner) {  // this corner or the opposite one, whichever is below the centre
        vec3<R> const corner = constant<R>(transpose(p.half_axes) * p.weights);
        return center + select(R(0) < dot(corner, up), R(-1), R(1)) * corner;
    }
    if (p.type == point_type::ellipsoid) {  // the lowest point
        R const s = rsqrt(up_x * up_x + up_y * up_y + up_z * up_z);
        return center - (((s * up_x) * x + (s * up_y) * y) + (s * up_z) * z);
    }
    // A cylinder: the weights are for the direction down its disc, the direction across that, and the axis. If the cylinder
    // stands upright, x replaces the direction down.
    R const square = up_x * up_x + up_y * up_y;
    mask_t<R> const upright = square < R(1e-30);
    R const s = -rsqrt(max(square, R(1e-30)));
    R const down_x = select(upright, R(1), s * up_x), down_y = select(upright, R(0), s * up_y);
    vec3<R> const down = down_x * x + down_y * y, across = down_x * y - down_y * x;
    R const side = select(R(0) < up_z, R(-p.weights.z), R(p.weights.z));
    return center + ((R(p.weights.x) * down + R(p.weights.y) * across) + side * z);
}

}  // namespace lockstep::physics
