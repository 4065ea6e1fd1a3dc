// SPDX-License-Identifier: MIT
// A device that notes how long PPO's rollouts take.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

#include <lockstep/device/device.hpp>
#include <lockstep/rl/ppo.hpp>

namespace bench {

template <class Kernel>
inline constexpr bool is_rollout = false;
template <class Env, class Networks>
inline constexpr bool is_rollout<lockstep::rollout<Env, Networks>> = true;

/// `clock` counts processor seconds, or seconds on the clock.
template <class Device>
class timed_rollouts {
public:
    static constexpr lockstep::memory_kind memory = Device::memory;
    static constexpr std::size_t width = Device::width;
    using world = lockstep::world_of<Device>;
    template <class T>
    using buffer = typename Device::template buffer<T>;

    timed_rollouts(Device& device, double (*clock)()) : device_(device), clock_(clock) {}

    /// Since the last call.
    double seconds() { return std::exchange(seconds_, 0); }

    template <class T>
    buffer<T> allocate(std::size_t n) {
        return device_.template allocate<T>(n);
    }
    template <class Kernel>
    void for_each(std::size_t n, Kernel const& kernel) {
        if constexpr (is_rollout<Kernel>) {
            device_.synchronize();
            double const begin = clock_();
            device_.for_each(n, kernel);
            device_.synchronize();
            seconds_ += clock_() - begin;
        } else {
            device_.for_each(n, kernel);
        }
    }
    template <class T>
    void copy(std::span<std::type_identity_t<T> const> from, buffer<T>& to, std::size_t offset = 0) {
        device_.copy(from, to, offset);
    }
    template <class T>
    void copy(buffer<T> const& from, std::span<std::type_identity_t<T>> to, std::size_t offset = 0) {
        device_.copy(from, to, offset);
    }
    void synchronize() { device_.synchronize(); }

private:
    Device& device_;
    double (*clock_)();
    double seconds_ = 0;
};

}  // namespace bench
