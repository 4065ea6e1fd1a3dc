// SPDX-License-Identifier: MIT
// One environment on a device, LOCKSTEP_ENVIRONMENT of the header LOCKSTEP_HEADER.
//
//   environment bits COUNT STEPS      compares what it shows with the processor's and with itself: numbers that differ by a bit
//   environment speed SECONDS N...    its steps a second with N environments, measured for about SECONDS each
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/to_host.hpp>
#include <lockstep/envs/environment.hpp>
#include <lockstep/envs/environments.hpp>
#include LOCKSTEP_HEADER

#include "device.hpp"

namespace ls = lockstep;

namespace {

using env = LOCKSTEP_ENVIRONMENT;
#define LOCKSTEP_STRING(x) LOCKSTEP_STRING_OF(x)
#define LOCKSTEP_STRING_OF(x) #x
char const* const name = LOCKSTEP_STRING(LOCKSTEP_ENVIRONMENT);

template <class Env>
float action_of(std::uint32_t mixed) {
    if constexpr (ls::discrete_actions<Env>) {
        return static_cast<float>(mixed % Env::action_count);
    } else {
        return static_cast<float>(mixed % 2001) / 1000 - 1;
    }
}

/// Environments with actions that depend on the environment and the step.
template <class Device>
class run {
public:
    run(Device& on, std::size_t count)
        : device_(on), count_(count), envs_(on, {.count = count, .seed = 1}),
          actions_(on.template allocate<float>(envs_.size(env::action_size))), numbers_(actions_.size()) {
        envs_.reset();
    }

    void act(std::size_t step) {
        for (std::size_t i = 0; i < count_; ++i) {
            for (std::size_t k = 0; k < env::action_size; ++k) {
                std::uint32_t const mixed =
                    static_cast<std::uint32_t>(i) * 2654435761u + static_cast<std::uint32_t>(step * 40503u + k * 97u);
                float& action = numbers_[envs_.index(i, k, env::action_size)];
                action = action_of<env>(mixed / 128);
            }
        }
        device_.copy(std::span<float const>(numbers_), actions_);
    }
    void step() { envs_.step(actions_); }

    /// What it shows at every tenth step and at the last, in the order of environments.
    std::vector<float> shown(std::size_t steps) {
        std::vector<float> result;
        for (std::size_t s = 1; s <= steps; ++s) {
            act(s);
            step();
            if (s % 10 != 0 && s != steps) {
                continue;
            }
            auto const add = [&](auto const& buffer, std::size_t size) {
                auto const now = ls::to_host(device_, buffer);
                for (std::size_t i = 0; i < count_; ++i) {
                    for (std::size_t k = 0; k < size; ++k) {
                        result.push_back(static_cast<float>(now[envs_.index(i, k, size)]));
                    }
                }
            };
            add(envs_.observations(), env::observation_size);
            add(envs_.final_observations(), env::observation_size);
            add(envs_.rewards(), 1);
            add(envs_.terminated(), 1);
            add(envs_.truncated(), 1);
            add(envs_.nonfinite(), 1);
            add(envs_.episode_returns(), 1);
        }
        return result;
    }

private:
    Device& device_;
    std::size_t count_;
    ls::environments<env, Device> envs_;
    typename Device::template buffer<float> actions_;
    std::vector<float> numbers_;
};

std::size_t differing(std::vector<float> const& a, std::vector<float> const& b) {
    std::size_t result = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        result += std::memcmp(&a[i], &b[i], sizeof(float)) != 0;
    }
    return result;
}

bool compare_bits(std::size_t count, std::size_t steps) {
    bench::gpu device;
    ls::cpu processor;
    double const begin = bench::wall_seconds();
    run<bench::gpu> first(device, count);
    first.act(0);
    first.step();
    device.synchronize();
    double const compiling = bench::wall_seconds() - begin;
    auto const here = run<bench::gpu>(device, count).shown(steps), again = run<bench::gpu>(device, count).shown(steps),
               there = run<ls::cpu>(processor, count).shown(steps);
    std::size_t const bits = differing(here, there), repeated = differing(here, again);
    std::printf("bits %-44s %9zu numbers, %zu differ from the processor's, %zu when repeated, %.1f s for the first launches\n",
                name, here.size(), bits, repeated, compiling);
    return bits + repeated == 0;
}

void measure_speed(double seconds, std::size_t count) {
    bench::gpu device;
    run<bench::gpu> envs(device, count);
    auto const take = [&](std::size_t steps) {
        double const begin = bench::wall_seconds();
        for (std::size_t i = 0; i < steps; ++i) {
            envs.step();
        }
        device.synchronize();
        return bench::wall_seconds() - begin;
    };
    envs.act(1);
    take(3);
    double const one = take(10) / 10;
    auto const steps = static_cast<std::size_t>(std::max(10.0, seconds / 3 / one));
    double const best = std::min({take(steps), take(steps), take(steps)}) / static_cast<double>(steps);
    std::printf("speed %-44s %8zu environments %12.4f M steps/s %12.2f us a step\n", name, count,
                static_cast<double>(count) / best * 1e-6, best * 1e6);
    std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
    std::vector<std::string> const words(argv + 1, argv + argc);
    auto const number = [&](std::size_t i) { return static_cast<std::size_t>(std::stoull(words.at(i))); };
    if (words.at(0) == "bits") {
        return compare_bits(number(1), number(2)) ? 0 : 1;
    }
    for (std::size_t i = 2; i < words.size(); ++i) {
        measure_speed(std::stod(words.at(1)), number(i));
    }
} catch (std::exception const& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 1;
}
