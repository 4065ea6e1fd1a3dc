// SPDX-License-Identifier: MIT
// PPO on Pendulum-v1 in the sizes of RLtools' benchmark: 75 iterations of 4096 steps, two epochs of minibatches of
// 256, two hidden layers of 64. What share of one core's multiply-adds the whole training reaches on one thread; its seconds
// on one thread and on all; and the return.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>

#include "operations.hpp"
#include "peak.hpp"
#include "pendulum_learners.hpp"
#include "timing.hpp"

namespace ls = lockstep;

namespace {

using learner_type = bench::ppo_pendulum::learner;

ls::ppo_config configuration(std::uint64_t seed) {
    ls::ppo_config config = bench::ppo_pendulum::config;
    config.seed = seed;
    return config;
}

double train(ls::cpu& device, double (*clock)(), std::uint64_t seed, char const* what) {
    learner_type learner(device, configuration(seed));
    double const begin = clock();
    while (!learner.done()) {
        learner.iterate();
    }
    double const seconds = clock() - begin;
    auto const reached = ls::evaluate(device, learner.policy());
    std::printf("  seed %llu, %-22s %6.3f s, return %.0f +- %.0f\n", static_cast<unsigned long long>(seed), what, seconds,
                reached.mean_return, reached.standard_error);
    return seconds;
}

}  // namespace

int main() {
    using networks = learner_type::networks;
    double const forward = bench::forward_operations<networks::actor>() + bench::forward_operations<networks::critic>();
    double const learning = bench::learning_operations<networks::actor>() + bench::learning_operations<networks::critic>();
    auto const config = configuration(1);
    double const operations = static_cast<double>(config.steps) * (forward + static_cast<double>(config.epochs) * learning);
    std::printf("PPO on Pendulum-v1, %zu steps, 2x64, %.1f GFLOP\n", config.steps, 1e-9 * operations);
    ls::cpu one({.threads = 1}), all;
    bench::shares_of_peak shares;
    std::vector<double> alone, together;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        shares.add([&] {
            alone.push_back(train(one, bench::thread_cpu_seconds, seed, "one thread (its clock)"));
            return operations / alone.back();
        });
        together.push_back(train(all, bench::wall_seconds, seed, "all threads (wall)"));
    }
    std::sort(alone.begin(), alone.end());
    std::sort(together.begin(), together.end());
    std::printf("  medians: %.3f s on one thread, %.3f s on %zu (best %.3f)\n", alone[2], together[2], all.threads(),
                together[0]);
    std::printf("  FMA peak of a core, median %.1f GFLOP/s\n", 1e-9 * shares.peak());
    std::printf("ppo_pendulum: %.1f %% of one core's FMA peak\n", 100 * shares.median());
}
