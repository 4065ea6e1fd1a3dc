// SPDX-License-Identifier: MIT
// The multiply-adds a core can do: independent ones, register to register, each a statement that the compiler may not
// move, merge or drop.
#pragma once

#include <barrier>
#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/nn/products/multiply.hpp>

#include "timing.hpp"

namespace bench {

/// One multiply-add in every lane: two operations a lane.
LOCKSTEP_INLINE void multiply_add(lockstep::native_lanes::vector& sum, lockstep::native_lanes::vector const& x) {
#if defined(__AVX512F__) || defined(__FMA__)
    asm volatile("vfmadd231ps %1, %1, %0" : "+v"(sum) : "v"(x));
#elif defined(__aarch64__)
    asm volatile("fmla %0.4s, %1.4s, %1.4s" : "+w"(sum) : "w"(x));
#else
    sum = lockstep::multiply_add<lockstep::native_lanes>({x}, {x}, {sum}).v;
#    if defined(__SSE2__)
    asm volatile("" : "+x"(sum));
#    endif
#endif
}

/// Does `count` multiply-adds of a whole native_lanes; enough in flight to hide their latency, few enough for the registers.
inline void burn(std::size_t count) {
    // Named, not an array: g++ keeps an array that an asm statement touches in memory.
    lockstep::native_lanes::vector const x = lockstep::native_lanes(0.5f).v;
    lockstep::native_lanes::vector a = x, b = x, c = x, d = x, e = x, f = x, g = x, h = x, i = x, j = x, k = x, l = x;
    for (std::size_t n = 0; n < count; n += 24) {
        for (int twice = 0; twice < 2; ++twice) {
            multiply_add(a, x), multiply_add(b, x), multiply_add(c, x), multiply_add(d, x);
            multiply_add(e, x), multiply_add(f, x), multiply_add(g, x), multiply_add(h, x);
            multiply_add(i, x), multiply_add(j, x), multiply_add(k, x), multiply_add(l, x);
        }
    }
}

/// Floating-point operations a second of the calling core at its best, timed by its own clock.
inline double peak() {
    constexpr std::size_t count = 24 * 40'000;
    return 2.0 * lockstep::native_width * count / best(15, thread_cpu_seconds, [] { burn(count); });
}

/// The same of `threads` cores that work at once: a processor may be slower with all of them at their best.
inline double peak(std::size_t threads) {
    std::vector<double> peaks(threads);
    std::barrier together(static_cast<std::ptrdiff_t>(threads));
    std::vector<std::jthread> workers;
    for (double& result : peaks) {
        workers.emplace_back([&result, &together] {
            together.arrive_and_wait();
            result = peak();
            together.arrive_and_wait();
        });
    }
    workers.clear();
    return std::accumulate(peaks.begin(), peaks.end(), 0.0);
}

}  // namespace bench
