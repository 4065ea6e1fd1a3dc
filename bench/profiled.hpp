// SPDX-License-Identifier: MIT
// A device that measures how long each kernel runs, and on how many threads. It shows where the time of a learner goes, and the
// learner needs no change.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <type_traits>
#include <typeinfo>

#include <lockstep/device/cpu.hpp>

#include "timing.hpp"

namespace bench {

struct kernel_time {
    double wall = 0;  ///< seconds from launch to return
    double busy = 0;  ///< seconds inside kernels, all threads together
    std::size_t launches = 0;
};

/// The processor as a device, with a clock in front of every kernel.
class profiled_cpu {
public:
    static constexpr lockstep::memory_kind memory = lockstep::cpu::memory;
    static constexpr std::size_t width = lockstep::cpu::width;
    template <class T>
    using buffer = lockstep::cpu::buffer<T>;

    explicit profiled_cpu(lockstep::cpu_config const& config = {}) : cpu_(config) {}

    std::map<std::string, kernel_time> const& times() const { return times_; }
    void clear() { times_.clear(); }
    std::size_t threads() const { return cpu_.threads(); }

    template <class T>
    buffer<T> allocate(std::size_t n) const { return cpu_.allocate<T>(n); }

    template <class Kernel>
    void for_each(std::size_t n, Kernel kernel) {
        busy_.store(0);
        double const begin = wall_seconds();
        cpu_.for_each(n, [kernel, busy = &busy_](std::size_t i) {
            double const start = wall_seconds();
            kernel(i);
            busy->fetch_add(static_cast<std::uint64_t>((wall_seconds() - start) * 1e9), std::memory_order_relaxed);
        });
        kernel_time& time = times_[typeid(Kernel).name()];
        time.wall += wall_seconds() - begin;
        time.busy += 1e-9 * static_cast<double>(busy_.load());
        ++time.launches;
    }

    template <class T>
    void copy(std::span<std::type_identity_t<T> const> from, buffer<T>& to, std::size_t offset = 0) const {
        cpu_.copy(from, to, offset);
    }
    template <class T>
    void copy(buffer<T> const& from, std::span<std::type_identity_t<T>> to, std::size_t offset = 0) const {
        cpu_.copy(from, to, offset);
    }
    void synchronize() const {}

private:
    lockstep::cpu cpu_;
    std::map<std::string, kernel_time> times_;
    std::atomic<std::uint64_t> busy_ = 0;
};
static_assert(lockstep::device<profiled_cpu>);

}  // namespace bench
