// SPDX-License-Identifier: MIT
// CrossQ on HalfCheetah with an actor of 2x256, critics of 2x512 and batches of 256, an update for every environment step:
// updates a second, and what share of the multiply-adds of one core and of all cores they reach.
#include <cstdio>

#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/crossq.hpp>

#include "off_policy.hpp"

namespace ls = lockstep;

int main() {
    std::printf("CrossQ on HalfCheetah, actor 2x256, critics 2x512, batch 256, ");
    double const share =
        bench::compare_updates<ls::crossq<ls::envs::half_cheetah, ls::cpu>>({.warmup = 1024, .capacity = 100'000}, 2);
    std::printf("crossq_512: %.1f %% of the FMA peak of all cores\n", 100 * share);
}
