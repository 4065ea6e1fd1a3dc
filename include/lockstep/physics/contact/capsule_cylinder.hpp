// SPDX-License-Identifier: MIT
// Where a capsule and a cylinder are nearest to each other, or the shortest translation that separates them. Neither has a
// closed form. If the capsule's core is outside the cylinder, its distance from the cylinder is a convex function along the
// core. This function has pieces: beside the side, over a face, round the rim. Five bisections, then five steps of Newton's
// method inside the remaining interval, bring its slope to zero. If the core reaches inside, it can leave through a face,
// through the side, or across the rim. The first two depths have a formula. The third is found by a search among the directions
// perpendicular to the core.
#pragma once

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/contact/narrow_phase.hpp>

namespace lockstep::physics {

/// A capsule's core: the points center + s * half (m), with s from -1 to 1. The origin is the centre of a cylinder. Each vector
/// is split into its component along the cylinder's axis, which has length 1, and the rest, which is across the axis.
template <real R>
struct core_at_cylinder {
    R radius, half_height;  // the cylinder's
    vec3<R> axis;
    R center_along, half_along;
    vec3<R> center_across, half_across;

    core_at_cylinder(vec3<R> const& center, vec3<R> const& half, vec3<R> const& cylinder_axis, R const& cylinder_radius,
                     R const& cylinder_half_height)
        : radius(cylinder_radius), half_height(cylinder_half_height), axis(cylinder_axis), center_along(dot(center, axis)),
          half_along(dot(half, axis)), center_across(center - center_along * axis), half_across(half - half_along * axis) {}

    /// A point of the core (m).
    struct point {
        R along, from_axis;  // place along the axis; distance from the axis
        R out, up;           // distance beyond the side, and beyond the nearer face; 0 inside
        vec3<R> across;
    };
    point at(R const& s) const {
        point p;
        p.along = center_along + s * half_along;
        p.across = center_across + s * half_across;
        p.from_axis = sqrt(max(dot(p.across, p.across), R(1e-30)));
        p.out = max(p.from_axis - radius, R(0));
        p.up = max(abs(p.along) - half_height, R(0));
        return p;
    }

    /// Returns the s of the point that is nearest to the cylinder.
    R nearest_point() const {
        R low(-1), high(1), s(0);
        for (int step = 0; step < 10; ++step) {
            point const p = at(s);
            R const inverse = R(1) / p.from_axis, outward = inverse * dot(p.across, half_across);
            R const upward = select(p.along < R(0), -half_along, half_along);
            // Slope and curvature are those of half the square of the distance.
            R const slope = p.out * outward + p.up * upward;
            R const bend = p.out * inverse * (dot(half_across, half_across) - outward * outward);
            R const curvature = select(R(0) < p.out, outward * outward + bend, R(0)) + select(R(0) < p.up, upward * upward, R(0));
            high = select(slope < R(0), high, s);
            low = select(R(0) < slope, low, s);
            s = step < 5 ? R(0.5) * (low + high) : clamp(s - slope / max(curvature, R(1e-30)), low, high);
        }
        return s;
    }
};

/// A translation that takes a core out of a cylinder.
template <real R>
struct separation {
    R depth;            // m
    R s;                // of the deepest point of the core
    vec3<R> direction;  // of length 1

    void take_shorter(separation const& other) { *this = select_all<R>(other.depth < depth, other, *this); }
};

/// Returns the shortest translation across the rim. It is along n = (p w + (1 - p) u) / |...| with p from 0 to 1. Both w and u
/// are perpendicular to the core and point to the side of the core's centre. w is also perpendicular to the cylinder's axis, and
/// u to w. The depth along n is the extent of the cylinder along n minus the place of the core along n.
template <real R>
separation<R> separation_across_rim(core_at_cylinder<R> const& core) {
    vec3<R> const half = core.half_across + core.half_along * core.axis,
                  center = core.center_across + core.center_along * core.axis;
    R const inverse = rsqrt(max(dot(half, half), R(1e-30)));
    vec3<R> const along = inverse * half, sideways = cross(core.axis, along);
    R const level_square = max(dot(sideways, sideways), R(1e-12)), level = sqrt(level_square),
            rise = abs(inverse * core.half_along);
    vec3<R> w = (R(1) / level) * sideways, u = cross(along, w);
    w = select(dot(w, center) < R(0), R(-1), R(1)) * w;
    u = select(dot(u, center) < R(0), R(-1), R(1)) * u;
    R const beside = dot(w, center), above = core.half_height * level - dot(u, center);
    struct reach {
        R depth, slope;  // the depth, and a number with the sign of its derivative with respect to p
    };
    auto const at = [&](R const& p) {
        R const q = R(1) - p, flat = core.radius * rise, squares = p * p + q * q;
        R const round = sqrt(max(core.radius * core.radius * p * p + flat * flat * q * q, R(1e-30)));
        R const depth = round + above * q - beside * p;
        R const slope = (core.radius * core.radius * p - flat * flat * q) / round - above - beside;
        return reach{depth * rsqrt(squares), slope * squares - depth * (p - q)};
    };
    R best(0), depth = at(best).depth;
    for (int i = 1; i <= 8; ++i) {
        R const p(i / 8.0), here = at(p).depth;
        best = select(here < depth, p, best);
        depth = min(here, depth);
    }
    R low = max(best - R(0.125), R(0)), high = min(best + R(0.125), R(1));
    for (int step = 0; step < 12; ++step) {
        best = R(0.5) * (low + high);
        mask_t<R> const beyond = R(0) < at(best).slope;
        high = select(beyond, best, high);
        low = select(beyond, low, best);
    }
    vec3<R> const n = best * w + (R(1) - best) * u;
    vec3<R> const direction = rsqrt(dot(n, n)) * n;
    // The point of the core that is nearest to the rim's point.
    R const up = dot(direction, core.axis);
    vec3<R> const outward = direction - up * core.axis;
    vec3<R> const rim = (core.radius * rsqrt(max(dot(outward, outward), R(1e-30)))) * outward +
                        select(up < R(0), -core.half_height, core.half_height) * core.axis;
    R const s = clamp(dot(rim - center, half) * (inverse * inverse), R(-1), R(1));
    return {at(best).depth, s, direction};
}

/// Returns the shortest of the three translations: through a face, through the side and across the rim.
template <real R>
separation<R> shortest_separation(core_at_cylinder<R> const& core) {
    R const up = select(core.center_along < R(0), R(-1), R(1));
    R const through_face = core.half_height - up * core.center_along + abs(core.half_along);
    separation<R> shortest{through_face, select(up * core.half_along < R(0), R(1), R(-1)), up * core.axis};

    R const square = max(dot(core.half_across, core.half_across), R(1e-30));
    R const middle = clamp(-dot(core.center_across, core.half_across) / square, R(-1), R(1));
    auto const p = core.at(middle);
    shortest.take_shorter({core.radius - p.from_axis, middle, (R(1) / p.from_axis) * p.across});
    shortest.take_shorter(separation_across_rim(core));
    return shortest;
}

/// Returns where a capsule and a cylinder touch. `capsule` is the core of the capsule. `cylinder` is the axis of the cylinder,
/// the segment between the centres of its faces. All lengths are in m. The distance is exact to 1e-9 m in double and 1e-6 m in
/// float. MuJoCo 4.0.1 has the same contact (to 1e-9 m while the core is outside, to its own tolerance of 1e-6 m inside), except
/// for a core that is parallel to a face to within 0.09 rad. There MuJoCo makes two contacts, at the ends of the stretch that it
/// takes for the overlap. The deeper of the two was up to 1.5 cm less deep than the contact found here.
template <real R>
touch<R> touch_capsule_cylinder(segment<R> const& capsule, R const& radius, segment<R> const& cylinder,
                                R const& cylinder_radius, R const& cylinder_half_height) {
    vec3<R> const axis = (R(1) / cylinder_half_height) * cylinder.half_axis;
    core_at_cylinder<R> const core(capsule.center - cylinder.center, capsule.half_axis, axis, cylinder_radius,
                                   cylinder_half_height);
    R s = core.nearest_point();
    auto const p = core.at(s);
    R distance = sqrt(p.out * p.out + p.up * p.up);
    R const scale = R(-1) / max(distance, R(1e-5));
    vec3<R> normal = (scale * p.out / p.from_axis) * p.across + (select(p.along < R(0), -scale, scale) * p.up) * axis;
    mask_t<R> const inside = distance < R(1e-5);
    auto const leave = [&] {
        separation<R> const shortest = shortest_separation(core);
        s = select(inside, shortest.s, s);
        distance = select(inside, -shortest.depth, distance);
        normal = select_all<R>(inside, -shortest.direction, normal);
    };
    when(any(inside), leave, s, distance, normal);
    return {capsule.at(s) + R(0.5) * (distance + radius) * normal, normal, distance - radius};
}

}  // namespace lockstep::physics
