// SPDX-License-Identifier: MIT
// Clocks and repeats for the benchmarks.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <vector>

namespace bench {

inline double seconds_of(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds the calling thread has been running: another process on the core does not count.
inline double thread_cpu_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }

/// Likewise all threads of this process together.
inline double process_cpu_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

inline double wall_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Seconds that `body` takes by `clock`, in ascending order.
template <class Body>
std::vector<double> repeat(std::size_t repeats, double (*clock)(), Body&& body) {
    std::vector<double> seconds;
    for (std::size_t i = 0; i < repeats; ++i) {
        double const start = clock();
        body();
        seconds.push_back(clock() - start);
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds;
}

template <class Body>
double best(std::size_t repeats, double (*clock)(), Body&& body) {
    return repeat(repeats, clock, body).front();
}

/// Of an even number of values, the mean of the two in the middle.
inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    std::size_t const n = values.size();
    return n % 2 == 1 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

template <class Body>
double median(std::size_t repeats, double (*clock)(), Body&& body) {
    return median(repeat(repeats, clock, body));
}

}  // namespace bench
