// SPDX-License-Identifier: MIT
// TD3 on Pendulum-v1: 10 k steps, two hidden layers of 64, batches of 100, an update a step and one of the actor every
// second. What share of one core's multiply-adds the whole training reaches on one thread; its seconds on one thread and on
// all; and the return.
#include <cstdio>

#include "off_policy.hpp"
#include "pendulum_learners.hpp"

int main() {
    using benchmark = bench::td3_pendulum;
    std::printf("TD3 on Pendulum-v1, %zu steps, 2x64, batch %zu; ", benchmark::config.steps, benchmark::config.batch);
    double const share = bench::compare_threads<benchmark::learner>(benchmark::config, 1);
    std::printf("td3_pendulum: %.1f %% of one core's FMA peak\n", 100 * share);
}
