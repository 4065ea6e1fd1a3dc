// SPDX-License-Identifier: MIT
// How long PPO takes for a million steps of HalfCheetah with ten epochs, what share of the machine's multiply-adds that
// is, and where the time goes.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cxxabi.h>
#include <map>
#include <string>
#include <vector>

#include <lockstep/envs/environments.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/ppo.hpp>

#include "operations.hpp"
#include "peak.hpp"
#include "profiled.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

ls::ppo_config const config{
    .environments = 1024, .steps = 1'000'000, .seed = 1, .horizon = 32, .epochs = 10, .minibatch = 4096, .target_kl = 0};

/// The part of PPO that a kernel belongs to, by a piece of its type's name. Ends the program if none is known: a table
/// with a wrong name would be worse.
std::string part_of(std::string const& kernel) {
    static constexpr std::array<std::array<char const*, 2>, 13> parts = {{
        {"lockstep::begin_rollout<", "start"},
        {"lockstep::rollout<", "rollout"},
        {"lockstep::begin_first_returns<", "start"},
        {"lockstep::expect_observations<", "start"},
        {"lockstep::advantage_pass<", "advantages"},
        {"lockstep::merge_moments<", "moments"},
        {"lockstep::ppo_begin_updates<", "moments"},
        {"lockstep::ppo_differentiate<", "update: differentiate"},
        {"lockstep::ppo_gather<", "update: gather"},
        {"lockstep::ppo_check<", "update: check"},
        {"lockstep::ppo_descend<", "update: descend"},
        {"lockstep::ppo_transpose<", "update: transpose"},
        {"lockstep::ppo_summarize<", "summary"},
    }};
    int status = 0;
    char* const text = abi::__cxa_demangle(kernel.c_str(), nullptr, nullptr, &status);
    std::string const name = status == 0 ? text : kernel;
    std::free(text);
    for (auto const& [piece, part] : parts) {
        if (name.starts_with(piece)) {
            return part;
        }
    }
    std::fprintf(stderr, "ppo_speed: a kernel of no known part: %s\n", name.c_str());
    std::exit(1);
}

template <class Device>
double train(Device& device) {
    ls::ppo<ls::envs::half_cheetah, Device> learner(device, config);
    double const begin = bench::wall_seconds();
    while (!learner.done()) {
        learner.iterate();
    }
    return bench::wall_seconds() - begin;
}

}  // namespace

int main() {
    ls::cpu device;
    using networks = ls::ppo<ls::envs::half_cheetah, ls::cpu>::networks;
    double const steps = static_cast<double>(config.environments * config.horizon) *
                         std::ceil(static_cast<double>(config.steps) / static_cast<double>(config.environments * config.horizon));
    double const forward = bench::forward_operations<networks::actor>() + bench::forward_operations<networks::critic>();
    double const learning = bench::learning_operations<networks::actor>() + bench::learning_operations<networks::critic>();
    double const operations = steps * (forward + static_cast<double>(config.epochs) * learning);

    bench::shares_of_peak shares(device.threads());
    std::vector<double> seconds;
    std::printf("PPO on HalfCheetah, %.0f steps, %zu epochs, 64x64, %zu threads: %.3f useful TFLOP\n", steps, config.epochs,
                device.threads(), operations * 1e-12);
    for (int repeat = 0; repeat < 5; ++repeat) {
        double const share = shares.add([&] {
            seconds.push_back(train(device));
            return operations / seconds.back();
        });
        std::printf("  %.3f s, %.0f steps/s, %.1f %% of the FMA peak\n", seconds.back(), steps / seconds.back(), 100 * share);
    }

    bench::profiled_cpu profiled;
    double const took = train(profiled);
    std::map<std::string, bench::kernel_time> parts;
    for (auto const& [kernel, time] : profiled.times()) {
        bench::kernel_time& part = parts[part_of(kernel)];
        part.wall += time.wall;
        part.busy += time.busy;
    }
    bench::kernel_time physics;
    {
        bench::profiled_cpu stepper;
        ls::environments<ls::envs::half_cheetah, bench::profiled_cpu> envs(stepper, {.count = config.environments});
        envs.reset();
        auto const actions = stepper.allocate<float>(envs.size(6));
        stepper.clear();
        for (double step = 0; step < steps; step += static_cast<double>(config.environments)) {
            envs.step(actions);
        }
        physics = stepper.times().begin()->second;
    }
    parts["rollout: environments"] = physics;
    parts["rollout: policy, values"] = {parts["rollout"].wall - physics.wall, parts["rollout"].busy - physics.busy, 0};
    parts.erase("rollout");
    std::printf("\nwhere %.3f s go            wall s   share   threads busy\n", took);
    for (auto const& [part, time] : parts) {
        std::printf("  %-24s %7.3f  %5.1f %%   %.2f\n", part.c_str(), time.wall, 100 * time.wall / took, time.busy / time.wall);
    }
    std::printf("\nshare of the FMA peak over the whole training: median %.1f %%\n", 100 * shares.median());
    std::printf("ppo_speed: %.3f s\n", bench::median(seconds));
}
