// SPDX-License-Identifier: MIT
// Two clocks, in seconds. <chrono> also formats times and reads them, which takes g++ 0.1 s in every program.
#pragma once

#include <time.h>

namespace lockstep {

namespace detail {
inline double seconds_of(::clockid_t clock) {
    ::timespec now;
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}
}  // namespace detail

/// Returns seconds since some moment in the past. They never go back. Use differences of them.
inline double steady_seconds() { return detail::seconds_of(CLOCK_MONOTONIC); }

/// Returns seconds since the beginning of 1970, UTC.
inline double unix_seconds() { return detail::seconds_of(CLOCK_REALTIME); }

}  // namespace lockstep
