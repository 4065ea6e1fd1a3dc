// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac.hpp>

#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "../support/training.hpp"

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

namespace {

using hidden = ls::hidden_layers<ls::relu_activation, 32, 32>;
using learner_type = ls::sac<ls::envs::pendulum, ls::cpu, hidden>;

/// The pendulum, with rewards whose squares are too large for a float.
struct dear_pendulum : ls::envs::pendulum {
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        auto next = pendulum::step(s, action);
        next.reward = R(1e25) * next.reward;
        return next;
    }
};

}  // namespace

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

TEST_CASE("a loss that is not finite stops the training, which says where, and no network takes that step") {
    ls::cpu device;
    ls::sac_config const config{.steps = 6400, .horizon = 20, .warmup = 320, .capacity = 640, .batch = 64, .updates_per_step = 0.1f};
    ls::sac<dear_pendulum, ls::cpu, hidden> learner(device, config);
    learner.iterate();
    CHECK_THROWS_WITH_AS(learner.iterate(), "lockstep::sac: the gradient of critic 0.0.weight is not finite in update 1 after 640 "
                                            "steps; the parameters are those of the update before, and no checkpoint was touched",
                         std::runtime_error);
    for (float p : learner.policy().parameters) {
        CHECK(std::isfinite(p));
    }
}
