// SPDX-License-Identifier: MIT
#include <lockstep/rl/td3.hpp>

#include <doctest/doctest.h>

#include <tests/support/training.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

namespace {
using learner_type = ls::td3<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::relu_activation, 32, 32>>;
}

TEST_CASE("Pendulum is solved within ten thousand steps") {
    ls::cpu device;
    // A small network and few updates, so that a debug build takes seconds too.
    learner_type learner(
        device, {.steps = 10'000, .seed = 1, .warmup = 512, .capacity = 10'000, .batch = 64, .updates_per_step = 0.4f,
                 .actor_learning_rate = 2e-3f, .critic_learning_rate = 2e-3f, .exploration_noise = 0.3f, .discount = 0.95f,
                 .target_rate = 0.02f});
    support::check_solves_pendulum(device, learner);
}
