// SPDX-License-Identifier: MIT
// Soft actor-critic on HalfCheetah with networks of 2x256 and batches of 256, an update for every environment step: what
// share of the multiply-adds of one core on one thread, and of all cores on all threads, the training reaches, steps of the
// environments included; and its updates a second.
#include <cstdio>

#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/sac.hpp>

#include "off_policy.hpp"

namespace ls = lockstep;

int main() {
    std::printf("SAC on HalfCheetah, 2x256, batch 256, ");
    double const share =
        bench::compare_updates<ls::sac<ls::envs::half_cheetah, ls::cpu>>({.warmup = 1024, .capacity = 100'000}, 2);
    std::printf("sac_256: %.1f %% of the FMA peak of all cores\n", 100 * share);
}
