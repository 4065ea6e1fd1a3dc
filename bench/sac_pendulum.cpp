// SPDX-License-Identifier: MIT
// Soft actor-critic on Pendulum-v1: 10 k steps, two hidden layers of 64, batches of 100, an update a step. What share of one
// core's multiply-adds the whole training reaches on one thread; its seconds on one thread and on all; and the return.
#include <cstdio>

#include "off_policy.hpp"
#include "pendulum_learners.hpp"

int main() {
    using benchmark = bench::sac_pendulum;
    std::printf("SAC on Pendulum-v1, %zu steps, 2x64, batch %zu; ", benchmark::config.steps, benchmark::config.batch);
    double const share = bench::compare_threads<benchmark::learner>(benchmark::config, 2);
    std::printf("sac_pendulum: %.1f %% of one core's FMA peak\n", 100 * share);
}
