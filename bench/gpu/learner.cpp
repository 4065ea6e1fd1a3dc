// SPDX-License-Identifier: MIT
// One learner, LOCKSTEP_LEARNER (ppo, sac, td3 or crossq), in one environment, LOCKSTEP_ENVIRONMENT of the header
// LOCKSTEP_HEADER. With LOCKSTEP_QUICK its networks are small.
//
//   learner bits                         compares a small training with the processor's and with itself: differing parameters
//   learner speed SECONDS ENVIRONMENTS   its steps a second end to end, then a profile of its kernels; with CUDA the same again
//                                        with scratch in global memory (cuda_config.shared_scratch), and with products on
//                                        tensor cores (cuda_config.tf32), if the card has them
//   learner solve GOAL SECONDS           seconds until the mean action returns GOAL, at most SECONDS; evaluations do not count
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include LOCKSTEP_HEADER

#include "device.hpp"

namespace ls = lockstep;

namespace {

using env = LOCKSTEP_ENVIRONMENT;
#define LOCKSTEP_STRING(x) LOCKSTEP_STRING_OF(x)
#define LOCKSTEP_STRING_OF(x) #x
char const* const name = LOCKSTEP_STRING(LOCKSTEP_LEARNER) " " LOCKSTEP_STRING(LOCKSTEP_ENVIRONMENT);

#if defined(LOCKSTEP_QUICK)
using plain = ls::hidden_layers<ls::relu_activation, 24, 24>;
using renormalized = ls::renormalized_layers<24>;
#define LOCKSTEP_LAYERS_ppo plain
#define LOCKSTEP_LAYERS_sac plain
#define LOCKSTEP_LAYERS_td3 plain
#define LOCKSTEP_LAYERS_crossq renormalized, renormalized
#define LOCKSTEP_LAYERS_OF(name) LOCKSTEP_LAYERS_##name
#define LOCKSTEP_LAYERS(name) LOCKSTEP_LAYERS_OF(name)
template <class Device>
using learner = ls::LOCKSTEP_LEARNER<env, Device, LOCKSTEP_LAYERS(LOCKSTEP_LEARNER)>;
#else
template <class Device>
using learner = ls::LOCKSTEP_LEARNER<env, Device>;
#endif
using config_type = learner<bench::gpu>::config_type;

template <class Config>
Config small() {
    if constexpr (std::is_same_v<Config, ls::ppo_config>) {
        return {.environments = 96, .steps = 8'000, .horizon = 15, .epochs = 3, .minibatch = 720};
    } else {
        return {.environments = 16, .steps = 6'400, .warmup = 4'800, .capacity = 4'000, .batch = 72, .updates_per_step = 0.1f};
    }
}

/// Enough environments to fill a card, with eight minibatches an epoch: a first guess for tuning on a card.
template <class Config>
Config large(std::size_t environments) {
    if constexpr (std::is_same_v<Config, ls::ppo_config>) {
        return {.environments = environments,
                .steps = ~std::size_t(0) / 2,
                .horizon = 32,
                .epochs = 4,
                .minibatch = environments * 32 / 8,
                .learning_rate = 1e-3f,
                .discount = 0.99f};
    } else {
        return {.environments = environments,
                .steps = ~std::size_t(0) / 2,
                .horizon = 64,
                .warmup = environments * 4,
                .capacity = environments * 16,
                .batch = std::max<std::size_t>(environments / 16, 64),
                .updates_per_step = 16 / static_cast<float>(environments)};
    }
}

template <class Device>
std::vector<float> trained(Device& device) {
    learner<Device> trains(device, small<config_type>());
    while (!trains.done()) {
        trains.iterate();
    }
    return trains.policy().parameters;
}

bool compare_bits() {
    bench::gpu device;
    ls::cpu processor;
    double const begin = bench::wall_seconds();
    std::vector<float> const here = trained(device);
    double const first = bench::wall_seconds() - begin;
    std::vector<float> const again = trained(device), there = trained(processor);
    auto const differing = [&](std::vector<float> const& other) {
        std::size_t result = here.size() == other.size() ? 0 : 1;
        for (std::size_t i = 0; i < std::min(here.size(), other.size()); ++i) {
            result += std::memcmp(&here[i], &other[i], sizeof(float)) != 0;
        }
        return result;
    };
    std::size_t const bits = differing(there), repeated = differing(again);
    std::printf("bits %-44s %9zu parameters, %zu differ from the processor's, %zu when repeated, %.1f s for the first training\n",
                name, here.size(), bits, repeated, first);
    return bits + repeated == 0;
}

void measure_speed(bench::gpu& device, char const* which, double seconds, std::size_t environments) {
    learner<bench::gpu> trains(device, large<config_type>(environments));
    trains.iterate();
    trains.iterate();
    std::size_t const before = trains.total_steps();
    std::size_t iterations = 0;
    double const begin = bench::wall_seconds();
    while (iterations < 2 || bench::wall_seconds() - begin < seconds) {
        trains.iterate();
        ++iterations;
    }
    double const spent = bench::wall_seconds() - begin;
    std::printf("end_to_end %-38s %8zu environments %12.4f M steps/s, %zu iterations%s\n", name, environments,
                static_cast<double>(trains.total_steps() - before) / spent * 1e-6, iterations, which);
    std::fflush(stdout);

    device.is_profiled = true;
    for (int i = 0; i < 3; ++i) {
        trains.iterate();
    }
    double sum = 0;
    std::vector<std::pair<std::string, bench::gpu::kernel_time>> kernels(device.times.begin(), device.times.end());
    std::ranges::sort(kernels, {}, [](auto const& k) { return -k.second.seconds; });
    for (auto const& [kernel, time] : kernels) {
        sum += time.seconds;
    }
    for (auto const& [kernel, time] : kernels) {
        std::printf("    %-26s %5.1f %% %8zu launches %12.2f us each\n", kernel.c_str(), 100 * time.seconds / sum, time.launches,
                    time.seconds / static_cast<double>(time.launches) * 1e6);
    }
    std::fflush(stdout);
}

void measure_speeds(double seconds, std::size_t environments) {
    bench::gpu device;
    measure_speed(device, "", seconds, environments);
#if LOCKSTEP_GPU_KIND(LOCKSTEP_GPU) == 1
    bench::gpu with_global_scratch(ls::cuda_config{.shared_scratch = 0});
    measure_speed(with_global_scratch, ", with scratch in global memory", seconds, environments);
    std::optional<bench::gpu> on_tensor_cores;
    try {
        on_tensor_cores.emplace(ls::cuda_config{.tf32 = true});
    } catch (std::runtime_error const& error) {  // since the device above is there, only they are missing
        std::printf("no tensor cores for TF32 (%s)\n", error.what());
        return;
    }
    measure_speed(*on_tensor_cores, ", with TF32", seconds, environments);
#endif
}

void solve(double goal, double most_seconds) {
    bench::gpu device;
    learner<bench::gpu> trains(device, large<config_type>(4096));
    double spent = 0, reached = 0, next = 0;
    do {
        double const begin = bench::wall_seconds();
        trains.iterate();
        spent += bench::wall_seconds() - begin;
        if (spent >= next) {  // twenty evaluations at most, and fewer of what is learnt at once
            reached = ls::evaluate(device, trains.policy(), {.episodes = 128}).mean_return;
            next = spent + most_seconds / 20;
            std::printf("    after %5.1f s and %8.2f M steps the return is %.0f\n", spent,
                        static_cast<double>(trains.total_steps()) * 1e-6, reached);
            std::fflush(stdout);
        }
    } while (reached < goal && spent < most_seconds);
    std::printf("solve %-42s %s %.0f in %.1f s and %.2f M steps: the return is %.0f\n", name,
                reached < goal ? "DID NOT REACH" : "reached", goal, spent, static_cast<double>(trains.total_steps()) * 1e-6,
                reached);
}

}  // namespace

int main(int argc, char** argv) try {
    std::vector<std::string> const words(argv + 1, argv + argc);
    if (words.at(0) == "bits") {
        return compare_bits() ? 0 : 1;
    } else if (words.at(0) == "speed") {
        measure_speeds(std::stod(words.at(1)), std::stoull(words.at(2)));
    } else {
        solve(std::stod(words.at(1)), std::stod(words.at(2)));
    }
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 1;
}
