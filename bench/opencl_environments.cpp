// SPDX-License-Identifier: MIT
// Steps of HalfCheetah on the first device of OpenCL, as a rule the processor by PoCL, beside one thread of the processor: processor
// seconds of all threads together, and of the first launches, which compile.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <span>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/half_cheetah.hpp>

#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr std::size_t environments = 4096, steps = 50, repeats = 9;

template <class Env, class Device>
struct running {
    Device& device;
    ls::environments<Env, Device> envs;
    typename Device::template buffer<float> actions;

    explicit running(Device& on)
        : device(on), envs(on, {.count = environments, .seed = 1}), actions(on.template allocate<float>(envs.size(Env::action_size))) {
        std::vector<float> numbers(actions.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            numbers[i] = static_cast<float>(i * 40503u % 2001) / 1000 - 1;
        }
        device.copy(std::span<float const>(numbers), actions);
        envs.reset();
        step(1);
    }
    void step(std::size_t times) {
        for (std::size_t i = 0; i < times; ++i) {
            envs.step(actions);
        }
        device.synchronize();
    }
};

}  // namespace

int main() try {
    using env = ls::envs::half_cheetah;
    ls::cpu processor({.threads = 1});
    ls::opencl device;
    running<env, ls::cpu> native(processor);
    double const start = bench::process_cpu_seconds();
    running<env, ls::opencl> text(device);
    double const first = bench::process_cpu_seconds() - start;
    std::vector<double> native_seconds, text_seconds, ratios;
    for (std::size_t i = 0; i < repeats; ++i) {  // in turns, so that other programs slow both down
        native_seconds.push_back(bench::best(1, bench::process_cpu_seconds, [&] { native.step(steps); }));
        text_seconds.push_back(bench::best(1, bench::process_cpu_seconds, [&] { text.step(steps); }));
        ratios.push_back(text_seconds.back() / native_seconds.back());
    }
    double const count = static_cast<double>(environments * steps) * 1e-6;
    std::printf("HalfCheetah, %zu environments, medians of %zu turns\n", environments, repeats);
    std::printf("  one thread  %6.2f M steps a processor second\n", count / bench::median(native_seconds));
    std::printf("  OpenCL      %6.2f M, after %.1f s for the first launches\n", count / bench::median(text_seconds), first);
    std::printf("opencl_environments: %.2f times the processor's seconds\n", bench::median(ratios));
} catch (std::exception const& error) {
    std::fprintf(stderr, "opencl_environments: %s\n", error.what());
    return 1;
}
