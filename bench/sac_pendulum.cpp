// SPDX-License-Identifier: MIT
// Soft actor-critic on Pendulum-v1: 10 k steps, two hidden layers of 64, batches of 100, an update a step. What share of one
// core's multiply-adds the whole training reaches on one thread; its seconds on one thread and on all; and the return.
#include <cstdio>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/sac.hpp>

#include "off_policy.hpp"

namespace ls = lockstep;

int main() {
    using learner = ls::sac<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::relu_activation, 64, 64>>;
    std::printf("SAC on Pendulum-v1, 10000 steps, 2x64, batch 100; ");
    double const share = bench::compare_threads<learner>({.steps = 10'000, .warmup = 256, .capacity = 10'000, .batch = 100,
                                                          .actor_learning_rate = 1e-3f, .critic_learning_rate = 1e-3f,
                                                          .temperature_learning_rate = 1e-3f}, 2);
    std::printf("sac_pendulum: %.1f %% of one core's FMA peak\n", 100 * share);
}
