// SPDX-License-Identifier: MIT
// Reads the observations of Pendulum on the host after every step of the first device of OpenCL: by a copy from its memory, and
// in memory that it shares with the host. Processor seconds of all threads, since the driver copies in threads of its own. The
// step itself is not counted.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <span>
#include <vector>

#include <lockstep/device/host_view.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/pendulum.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t steps = 40, repeats = 9;

/// As a learner on the host would: every number is read once.
float sum_of(float const* numbers, std::size_t n) {
    float sums[16] = {};
    for (std::size_t i = 0; i < n; i += 16) {  // whole packs
        for (std::size_t k = 0; k < 16; ++k) {
            sums[k] += numbers[i + k];
        }
    }
    float sum = 0;
    for (float const s : sums) {
        sum += s;
    }
    return sum;
}

template <class Env, class Device>
struct running {
    Device& device;
    ls::environments<Env, Device> envs;
    typename Device::template buffer<float> actions;
    std::vector<float> on_host;
    float sum = 0;

    running(Device& on, std::size_t count)
        : device(on), envs(on, {.count = count, .seed = 1}), actions(on.template allocate<float>(envs.size(Env::action_size))),
          on_host(Device::memory == ls::memory_kind::discrete ? envs.observations().size() : 0) {
        envs.reset();
        seconds();
    }
    /// Seconds that it takes to read the observations of some steps.
    double seconds() {
        double result = 0;
        for (std::size_t i = 0; i < steps; ++i) {
            envs.step(actions);
            device.synchronize();
            double const begin = bench::process_cpu_seconds();
            if constexpr (Device::memory == ls::memory_kind::discrete) {
                device.copy(envs.observations(), std::span<float>(on_host));
                sum += sum_of(on_host.data(), on_host.size());
            } else {
                auto const view = ls::host_view(envs.observations());
                sum += sum_of(view.data(), view.size());
            }
            result += bench::process_cpu_seconds() - begin;
        }
        return result / steps;
    }
};

template <class Env>
double compare(std::size_t count) {
    ls::opencl discrete;
    ls::unified_opencl unified;
    running<Env, ls::opencl> copied(discrete, count);
    running<Env, ls::unified_opencl> shared(unified, count);
    std::vector<double> copies, views;
    for (std::size_t i = 0; i < repeats; ++i) {  // in turns, so that other programs slow both down
        copies.push_back(copied.seconds());
        views.push_back(shared.seconds());
    }
    double const copy = bench::median(copies) * 1e6, view = bench::median(views) * 1e6;
    std::printf("%8zu %12zu %10.1f %10.1f %8.2f   %s\n", count, shared.envs.observations().size() * sizeof(float), copy, view,
                copy / view, copied.sum == shared.sum ? "" : "the sums differ");
    std::fflush(stdout);
    return copy / view;
}

}  // namespace

int main() try {
    std::printf("Pendulum, microseconds of a step's observations, medians of %zu turns\n", repeats);
    std::printf("%8s %12s %10s %10s %8s\n", "envs", "bytes", "copied", "shared", "times");
    double ratio = 0;
    for (std::size_t count = 4096; count <= 65536; count *= 2) {
        ratio = compare<ls::envs::pendulum>(count);
    }
    std::printf("zero_copy: %.2f times the seconds with a copy, 65536 environments\n", ratio);
} catch (std::exception const& error) {
    std::fprintf(stderr, "zero_copy: %s\n", error.what());
    return 1;
}
