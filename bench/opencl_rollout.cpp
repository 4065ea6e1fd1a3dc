// SPDX-License-Identifier: MIT
// PPO's rollout of HalfCheetah, policy and values included, on the first device of OpenCL, as a rule the processor by PoCL,
// beside one thread of the processor: processor seconds of all threads together, and of the first iteration, which compiles.
#include <cstddef>
#include <cstdio>
#include <exception>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/ppo.hpp>

#include "timed_rollouts.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

constexpr ls::ppo_config config = {.environments = 4096, .seed = 1, .horizon = 16, .epochs = 1, .minibatch = 4096};
constexpr std::size_t repeats = 9;

template <class Device>
struct training {
    bench::timed_rollouts<Device> timed;
    ls::ppo<ls::envs::half_cheetah, bench::timed_rollouts<Device>> learner;

    explicit training(Device& device) : timed(device, bench::process_cpu_seconds), learner(timed, config) { learner.iterate(); }

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
