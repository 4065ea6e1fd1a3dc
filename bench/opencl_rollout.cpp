// SPDX-License-Identifier: MIT
// PPO's rollout of HalfCheetah, policy and values included, on the first device of OpenCL, as a rule the processor by PoCL,
// beside one thread of the processor: processor seconds of all threads together, and of the first iteration, which compiles.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/ppo.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr ls::ppo_config config = {.environments = 4096, .seed = 1, .horizon = 16, .epochs = 1, .minibatch = 4096};
constexpr std::size_t repeats = 9;

template <class Kernel>
inline constexpr bool is_rollout = false;
template <class Env, class Networks>
inline constexpr bool is_rollout<ls::rollout<Env, Networks>> = true;

/// A device that notes how long the rollouts keep the processor busy.
template <class Device>
class timed_rollouts {
public:
    static constexpr ls::memory_kind memory = Device::memory;
    static constexpr std::size_t width = Device::width;
    using world = ls::world_of<Device>;
    template <class T>
    using buffer = typename Device::template buffer<T>;

    explicit timed_rollouts(Device& device) : device_(device) {}

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
            double const begin = bench::process_cpu_seconds();
            device_.for_each(n, kernel);
            device_.synchronize();
            seconds_ += bench::process_cpu_seconds() - begin;
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
    double seconds_ = 0;
};

template <class Device>
struct training {
    timed_rollouts<Device> timed;
    ls::ppo<ls::envs::half_cheetah, timed_rollouts<Device>> learner;

    explicit training(Device& device) : timed(device), learner(timed, config) { learner.iterate(); }

    double rollout() {
        timed.seconds();
        learner.iterate();
        return timed.seconds();
    }
};

}  // namespace

int main() try {
    ls::cpu processor({.threads = 1});
    ls::opencl device;
    training<ls::cpu> native(processor);
    double const start = bench::process_cpu_seconds();
    training<ls::opencl> text(device);
    double const first = bench::process_cpu_seconds() - start;
    std::vector<double> native_seconds, text_seconds, ratios;
    for (std::size_t i = 0; i < repeats; ++i) {  // in turns, so that other programs slow both down
        native_seconds.push_back(native.rollout());
        text_seconds.push_back(text.rollout());
        ratios.push_back(text_seconds.back() / native_seconds.back());
    }
    double const count = static_cast<double>(config.environments * config.horizon) * 1e-6;
    std::printf("PPO's rollouts of HalfCheetah, %zu environments, medians of %zu turns\n", config.environments, repeats);
    std::printf("  one thread  %6.2f M steps a processor second\n", count / bench::median(native_seconds));
    std::printf("  OpenCL      %6.2f M, after %.1f s for the first iteration\n", count / bench::median(text_seconds), first);
    std::printf("opencl_rollout: %.2f times the native time\n", bench::median(ratios));
} catch (std::exception const& error) {
    std::fprintf(stderr, "opencl_rollout: %s\n", error.what());
    return 1;
}
