// SPDX-License-Identifier: MIT
// Where two spheres or capsules touch, by MuJoCo's rules. A capsule touches like a sphere around a point of its axis, which is a
// segment.
#pragma once

#include <array>
#include <concepts>

#include <lockstep/core/math.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>

namespace lockstep::physics {

/// Where two surfaces are nearest to each other.
template <real R>
struct touch {
    vec3<R> position;  // m: half way between the surfaces
    vec3<R> normal;    // from the first surface to the second, of length 1
    R distance;        // m; negative where they overlap
};

/// Returns MuJoCo's normal of two shapes whose nearest points coincide, such as capsules whose axes cross. It is perpendicular to
/// both axes, or x if they are parallel.
template <real R>
vec3<R> normal_across(vec3<R> const& a, vec3<R> const& b) {
    vec3<R> const c = cross(a, b);
    R const squared = dot(c, c);
    mask_t<R> const parallel = squared < R(1e-30);
    return select_all<R>(parallel, vec3<R>{R(1), R(0), R(0)}, rsqrt(select(parallel, R(1), squared)) * c);
}

/// A segment: the points center + place * half_axis (m), with a place from -1 to 1.
template <real R>
struct segment {
    vec3<R> center, half_axis;

    vec3<R> at(R const& place) const { return center + place * half_axis; }
};

/// Returns where two spheres touch: one around `a`, the other around a + apart * normal (m).
template <real R>
touch<R> touch_along(vec3<R> const& normal, R const& apart, vec3<R> const& a, R const& radius_a, R const& radius_b) {
    R const distance = apart - (radius_a + radius_b);
    return {a + (radius_a + R(0.5) * distance) * normal, normal, distance};
}

/// The least distance (m) of two points that do not coincide. In double it is 1e-15, as in MuJoCo. It is larger in single
/// precision, where rounding alone makes more than that.
template <real R>
inline constexpr double least_distance = std::same_as<R, double> ? 1e-15 : 1e-6;

/// Returns whether two segments may be nearer to each other than `reach` (m). The test uses only their extent along the line
/// through their centres, so it needs neither a root nor a division, and may be true for segments that are farther apart.
/// Rounding never makes it false for segments that are nearer, if their centres are at most about `centers_reach` (m) apart.
template <real R>
mask_t<R> axes_may_touch(segment<R> const& first, segment<R> const& second, double reach, double centers_reach) {
    vec3<R> const d = first.center - second.center;
    double const enough = reach + 1e-5 * centers_reach;
    R const squared = dot(d, d), apart = squared - abs(dot(first.half_axis, d)) - abs(dot(second.half_axis, d));
    return apart < R(1e-12) || apart * apart < R(enough * enough) * squared;
}

/// Returns where two spheres around `a` and `b` touch.
template <real R>
touch<R> touch_spheres(vec3<R> const& a, R const& radius_a, vec3<R> const& b, R const& radius_b) {
    vec3<R> const d = b - a;
    R const squared = dot(d, d), inverse = rsqrt(max(squared, R(least_distance<R> * least_distance<R>)));
    return touch_along(inverse * d, squared * inverse, a, radius_a, radius_b);
}

/// Returns the place of the segment's point that is nearest to `p`. `inverse_square` is 1 over the square of the segment's
/// half length.
template <real R>
R nearest_place(segment<R> const& s, R const& inverse_square, vec3<R> const& p) {
    return clamp(dot(s.half_axis, p - s.center) * inverse_square, R(-1), R(1));
}

/// A place on each of two segments.
template <real R>
struct places {
    R first, second;
};

/// Products of the axes of two segments, with which the nearest points of the segments are found.
template <real R>
struct segment_product {
    R aa, bb, ab, a, b;  // products of the half axes a and b, and of each with the difference of the centres
    R inverse_aa, inverse_bb, determinant;

    segment_product(segment<R> const& first, segment<R> const& second, R const& first_square, R const& second_square,
                    R const& first_inverse, R const& second_inverse)
        : aa(first_square), bb(second_square), ab(dot(first.half_axis, second.half_axis)), inverse_aa(first_inverse),
          inverse_bb(second_inverse) {
        vec3<R> const d = first.center - second.center;
        a = dot(first.half_axis, d);
        b = dot(second.half_axis, d);
        determinant = aa * bb - ab * ab;
    }

    R on_first(R const& second) const { return clamp((ab * second - a) * inverse_aa, R(-1), R(1)); }
    R on_second(R const& first) const { return clamp((b + ab * first) * inverse_bb, R(-1), R(1)); }

    /// Returns whether the axes count as parallel. In double they do within 1e-4 rad, as in MuJoCo. In single precision they do
    /// within 7e-4 rad, because below that the determinant is only rounding.
    mask_t<R> parallel() const {
        constexpr double sine_squared = std::same_as<R, double> ? 1e-8 : 5e-7;
        return determinant < R(sine_squared) * (aa * bb);
    }

    /// Returns the places of the nearest points of segments that are not parallel. After a first place, two projections
    /// correct its error.
    places<R> nearest() const {
        constexpr double least_determinant = std::same_as<R, double> ? 1e-100 : 1e-15;  // of axes that are not parallel
        R const first = clamp((ab * b - bb * a) / max(determinant, R(least_determinant)), R(-1), R(1));
        R const second = on_second(first);
        return {on_first(second), second};
    }

    /// Returns the places where parallel segments touch: both ends of the stretch where they lie side by side.
    std::array<places<R>, 2> ends() const {
        R const up = on_first(R(1)), down = on_first(R(-1));
        return {{{up, on_second(up)}, {down, on_second(down)}}};
    }
};

}  // namespace lockstep::physics
