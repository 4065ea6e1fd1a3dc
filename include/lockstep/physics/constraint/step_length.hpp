// SPDX-License-Identifier: MIT
// How far to go along a step of Newton's method. Beyond the point where it was taken a convex cost may rise again; without
// a search the method can walk in circles between rows that end on either side.
#pragma once

#include <lockstep/core/real.hpp>

namespace lockstep::physics {

/// 1 where a convex cost still falls there, or hardly rises; else a place in (0, 1) where it hardly changes: by a tenth of
/// what it falls by at 0. slope(t): its derivative.
template <real R, class Slope>
R step_length(Slope const& slope) {
    R const least = R(0.1) * abs(slope(R(0)));
    R low(0), high(1), at_low = R(-10) * least, at_high = slope(R(1)), length(1), here = at_high;
    auto const narrow = [&] {
        // Where a straight line through both ends is zero, but not too near to either.
        R const share = clamp(at_low / min(at_low - at_high, R(-1e-30)), R(0.1), R(0.9));
        mask_t<R> const open = least < abs(here) && (length < R(1) || least < here);
        length = select(open, low + share * (high - low), length);
        here = select(open, slope(length), here);
        mask_t<R> const falls = open && here < R(0), rises = open && R(0) < here;
        low = select(falls, length, low), at_low = select(falls, here, at_low);
        high = select(rises, length, high), at_high = select(rises, here, at_high);
    };
    repeat_until(
        30, [&] { return !any(least < abs(here) && (length < R(1) || least < here)); }, narrow, low, high, at_low, at_high,
        length, here);
    return length;
}

}  // namespace lockstep::physics
