// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include <doctest/doctest.h>

#include <tests/support/training.hpp>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

namespace {
using learner_type = ls::sac<ls::envs::pendulum, ls::cpu, ls::hidden_layers<ls::relu_activation, 32, 32>>;
}

TEST_CASE("the temperature stays as it is until the first update, and then is learnt") {
    ls::cpu device({.threads = 1});
    learner_type learner(device, {.steps = 640, .horizon = 20, .warmup = 320, .capacity = 640, .batch = 64,
                                  .updates_per_step = 0.1f, .initial_temperature = 0.5f});
    CHECK(learner.iterate().temperature == doctest::Approx(0.5));
    auto const m = learner.iterate();
    CHECK(m.temperature < 0.499);
    CHECK(m.entropy > -1);
    CHECK(m.entropy < 1);
}

TEST_CASE("Pendulum is solved within ten thousand steps") {
    ls::cpu device;
    // A small network and few updates, so that a debug build takes seconds too.
    learner_type learner(
        device, {.steps = 10'000, .seed = 1, .warmup = 256, .capacity = 10'000, .batch = 64, .updates_per_step = 0.4f,
                 .actor_learning_rate = 2e-3f, .critic_learning_rate = 2e-3f, .temperature_learning_rate = 2e-3f,
                 .discount = 0.97f, .target_rate = 0.01f});
    support::check_solves_pendulum(device, learner);
}
