// SPDX-License-Identifier: MIT
// The multiply-adds a core can do: independent ones, register to register, each a statement that the compiler may not
// move, merge or drop.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <map>
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

/// Floating-point operations a second of `threads` threads that burn at once, each by its own clock: the median burst of each,
/// added up. Bursts are timed only while all threads burn.
inline double peak_of_round(std::size_t threads) {
    static constexpr std::size_t count = 24 * 40'000, bursts = 15;
    std::atomic<std::size_t> begun = 0, measured = 0;
    std::vector<double> peaks(threads);
    auto const work = [&](double& result) {
        for (++begun; begun < threads;) {
            burn(count / 40);
        }
        result = 2.0 * lockstep::native_width * count / median(bursts, thread_cpu_seconds, [] { burn(count); });
        for (++measured; measured < threads;) {
            burn(count / 40);
        }
    };
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i) {
            others.emplace_back([&, i] { work(peaks[i]); });
        }
        work(peaks[0]);
    }
    return std::accumulate(peaks.begin(), peaks.end(), 0.0);
}

/// Floating-point operations a second of `threads` threads at their best: the best of five rounds and of all earlier calls for so
/// many threads. Call it at several times in a benchmark and divide by the last result: then a moment in which another process
/// or another machine on the same processor takes a core's units makes no share larger.
///
/// Threads burn at once, because a processor may be slower with all its cores at their best, and because two threads may share a
/// core: they then reach the peak of that core together, so the sum counts it once. If other processes keep one of the two from
/// running, the other reaches more alone. The peak is then too high and a share too small, never too large.
inline double peak(std::size_t threads = 1) {
    static std::map<std::size_t, double> best;
    for (int round = 0; round < 5; ++round) {
        best[threads] = std::max(best[threads], peak_of_round(threads));
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return best[threads];
}

/// Shares of the peak of `threads` threads: each is the share that one piece of work reaches of the peak measured just before and
/// just after it. The clock of some processors changes by a quarter from second to second. There the best peak of a run belongs
/// to other seconds than most of the work. What another process takes now and then from the work, or from the peak beside it,
/// moves single shares and hardly their median.
class shares_of_peak {
public:
    explicit shares_of_peak(std::size_t threads = 1) : threads_(threads) {}

    /// Calls work(), which returns its floating-point operations a second, and returns its share of the peak.
    template <class Work>
    double add(Work&& work) {
        double const before = peak_of_round(threads_);
        double const reached = work();
        peaks_.push_back(0.5 * (before + peak_of_round(threads_)));
        shares_.push_back(reached / peaks_.back());
        return shares_.back();
    }
    double median() const { return bench::median(shares_); }
    double best() const { return *std::max_element(shares_.begin(), shares_.end()); }
    /// The median of the peaks, in operations a second.
    double peak() const { return bench::median(peaks_); }

private:
    std::size_t threads_;
    std::vector<double> shares_, peaks_;
};

}  // namespace bench
