// SPDX-License-Identifier: MIT
// Soft actor-critic on HalfCheetah with networks of 2x256 and batches of 256, an update for every environment step: what
// share of the multiply-adds of one core on one thread, and of all cores on all threads, the training reaches, steps of the
// environments included; and its updates a second.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/sac.hpp>

#include "off_policy.hpp"

namespace ls = lockstep;

namespace {

using learner_type = ls::sac<ls::envs::half_cheetah, ls::cpu>;

constexpr std::size_t warmup = 1024, batch = 256, iterations = 7;

/// Seconds an update, of each iteration after the first, in ascending order.
std::vector<double> seconds_of_updates(ls::cpu& device, double (*clock)()) {
    learner_type learner(device, {.steps = warmup + 2 * iterations * 256, .horizon = 16, .warmup = warmup, .capacity = 100'000, .batch = batch});
    while (learner.total_steps() < warmup + 256) {
        learner.iterate();
    }
    std::vector<double> seconds;
    for (std::size_t i = 0; i < iterations; ++i) {
        std::size_t const before = learner.total_steps();
        double const begin = clock();
        learner.iterate();
        seconds.push_back((clock() - begin) / static_cast<double>(learner.total_steps() - before));
    }
    std::sort(seconds.begin(), seconds.end());
    return seconds;
}

}  // namespace

int main() {
    ls::cpu one({.threads = 1}), all;
    double const operations = bench::update_operations<learner_type::networks>(2, 1) * batch;
    double share = 0;
    std::printf("SAC on HalfCheetah, 2x256, batch %zu, %.0f MFLOP an update; median (best) of %zu iterations of 256 updates\n", batch,
                1e-6 * operations, iterations);
    auto const print = [&](ls::cpu& device, double (*clock)()) {
        double const peak = bench::peak(device.threads());
        auto const seconds = seconds_of_updates(device, clock);
        double const median = seconds[iterations / 2];
        share = operations / median / peak;
        std::printf("  %zu threads: %.0f (%.0f) updates/s, %.1f %% (%.1f %%) of the FMA peak of %.1f GFLOP/s\n", device.threads(), 1 / median,
                    1 / seconds[0], 100 * share, 100 * operations / seconds[0] / peak, peak * 1e-9);
    };
    print(one, bench::thread_cpu_seconds);
    print(all, bench::wall_seconds);
    std::printf("sac_256: %.1f %% of the FMA peak of all cores\n", 100 * share);
}
