// SPDX-License-Identifier: MIT
// Soft actor-critic on Pendulum-v1: 10 k steps, two hidden layers of 64, batches of 100, an update a step. What share of one
// core's multiply-adds the whole training reaches on one thread; its seconds on one thread and on all; and the return.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/sac.hpp>

#include "operations.hpp"
#include "peak.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

using learner_type = ls::sac<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::relu_activation, 64, 64>>;
using actor = learner_type::networks::actor;
using critic = learner_type::networks::critic;

ls::sac_config configuration(std::uint64_t seed) {
    return {.steps = 10'000, .seed = seed, .warmup = 256, .capacity = 10'000, .batch = 100, .actor_learning_rate = 1e-3f,
            .critic_learning_rate = 1e-3f, .temperature_learning_rate = 1e-3f};
}

/// Of an update, a sample: forward and back as they are needed; no bias, activation, loss or optimiser.
double operations_of_update() {
    double const into_actions = 2.0 * static_cast<double>(ls::envs::pendulum::action_size * critic::hidden_sizes[0]);
    double const critic_backward = bench::learning_operations<critic>() - 2 * bench::forward_operations<critic>();
    double const target = bench::forward_operations<critic>();
    double const judgement = bench::forward_operations<critic>() + critic_backward + into_actions;
    return bench::forward_operations<actor>() + bench::learning_operations<actor>() +
           2 * (target + bench::learning_operations<critic>() + judgement);
}

struct result {
    double seconds;
    std::size_t updates;
    ls::evaluation reached;
};

result train(ls::cpu& device, double (*clock)(), std::uint64_t seed) {
    learner_type learner(device, configuration(seed));
    ls::sac_metrics last{};
    double const begin = clock();
    while (!learner.done()) {
        last = learner.iterate();
    }
    double const seconds = clock() - begin;
    return {seconds, last.updates, ls::evaluate(device, learner.policy())};
}

}  // namespace

int main() {
    double const peak = bench::peak();
    ls::cpu one({.threads = 1}), all;
    auto const print = [](char const* what, std::uint64_t seed, result const& r) {
        std::printf("  seed %llu, %-22s %6.3f s, %5.1f us an update, return %.0f +- %.0f\n", static_cast<unsigned long long>(seed), what,
                    r.seconds, 1e6 * r.seconds / static_cast<double>(r.updates), r.reached.mean_return, r.reached.standard_error);
    };
    std::printf("SAC on Pendulum-v1, 10000 steps, 2x64, batch 100; FMA peak of a core %.1f GFLOP/s\n", peak * 1e-9);
    std::vector<double> alone, together;
    std::size_t updates = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        result const single = train(one, bench::thread_cpu_seconds, seed);
        print("one thread (its clock)", seed, single);
        alone.push_back(single.seconds);
        updates = single.updates;
        result const several = train(all, bench::wall_seconds, seed);
        print("all threads (wall)", seed, several);
        together.push_back(several.seconds);
    }
    std::sort(alone.begin(), alone.end());
    std::sort(together.begin(), together.end());
    double const operations = operations_of_update() * static_cast<double>(configuration(1).batch * updates);
    std::printf("  medians: %.3f s on one thread, %.3f s on %zu (%.2f); %.2f MFLOP an update\n", alone[2], together[2], all.threads(),
                together[2] / alone[2], 1e-6 * operations / static_cast<double>(updates));
    std::printf("sac_pendulum: %.1f %% of one core's FMA peak\n", 100 * operations / alone[2] / peak);
}
