// SPDX-License-Identifier: MIT
// The line search of Newton's method: the length of its step. A whole step may lead to where a convex cost rises again, and
// without a search the method may then repeat in a cycle.
#pragma once

#include <lockstep/core/real.hpp>

namespace lockstep::physics {

/// Returns 1 if the convex cost still falls at length 1, or if its derivative there is at most a tenth of the size of the
/// derivative at 0. Otherwise returns a length in (0, 1) at which the size of the derivative is at most that tenth, or the length
/// after 30 attempts. slope(t) must return the derivative at length t. slope(0) must not be above 0.
template <real R, class Slope>
R step_length(Slope const& slope) {
    R const least = R(0.1) * abs(slope(R(0)));
    R low(0), high(1), at_low = R(-10) * least, at_high = slope(R(1)), length(1), here = at_high;
    auto const narrow = [&] {
        // The zero of a straight line through the slopes at both ends, but not too near to either end.
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
