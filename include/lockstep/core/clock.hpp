// SPDX-License-Identifier: MIT
// Two clocks, in seconds. <chrono> also formats times and reads them, which takes g++ 0.1 s in every program.
#pragma once

#include <time.h>

namespace lockstep {

/// Returns seconds since some moment in the past. They never go back. Use differences of them.
inline double steady_seconds() {
    ::timespec now;
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Returns seconds since the beginning of 1970, UTC.
inline double unix_seconds() {
    ::timespec now;
    ::clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace lockstep
