// SPDX-License-Identifier: MIT
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

#include <lockstep/rl/ppo/config.hpp>
#include <lockstep/rl/ppo/sizes.hpp>

namespace ls = lockstep;

namespace {
std::string refusal(ls::ppo_config const& config) {
    return support::refusal([&] { ls::check(ls::with_sizes(config)); });
}
}  // namespace

TEST_CASE("the defaults work") {
    CHECK(refusal({}) == "accepted");
}

TEST_CASE("what cannot work is refused in a sentence that names it") {
    CHECK(refusal({.environments = 1000}) ==
          "lockstep: ppo_config.environments is 1000, not a positive multiple of 16, nor 1, 2, 4 or 8");
    CHECK(refusal({.environments = 1024, .horizon = 16, .minibatch = 3000}) ==
          "lockstep: ppo_config.minibatch is 3000, not a positive multiple of 16");
    CHECK(refusal({.environments = 64, .horizon = 16, .minibatch = 384}) ==
          "lockstep: ppo_config.minibatch is 384, which does not divide environments * horizon = 64 * 16 = 1024; a minibatch of "
          "0 follows from them");
    CHECK(refusal({.environments = 64, .steps = 10'000, .minibatch = 2048}).find("horizon = 64 * 16 = 1024; a") !=
          std::string::npos);
    CHECK(refusal({.environments = 1, .horizon = 100}) ==
          "lockstep: ppo_config.environments * horizon is 1 * 100, not a multiple of 16");
    CHECK(refusal({.environments = 8, .horizon = 1}) ==
          "lockstep: ppo_config.environments * horizon is 8 * 1, not a multiple of 16");
    CHECK(refusal({.environments = 8, .horizon = 6}) == "accepted");
    CHECK(refusal({.epochs = 0}) == "lockstep: ppo_config.epochs is 0");
    CHECK(refusal({.steps = 0}) == "lockstep: ppo_config.steps is 0");
    CHECK(refusal({.learning_rate = -1}).find("learning_rate is -1") != std::string::npos);
    CHECK(refusal({.discount = 1.5f}).find("discount is 1.5") != std::string::npos);
    CHECK(refusal({.lambda = std::numeric_limits<float>::quiet_NaN()}).find("lambda is nan, not in [0, 1]") != std::string::npos);
    CHECK(refusal({.clip = 0}) == "lockstep: ppo_config.clip is 0, not above 0");
    CHECK(refusal({.learning_rate = std::numeric_limits<float>::infinity()}).find("learning_rate is inf") != std::string::npos);
    CHECK(refusal({.gradient_norm = std::numeric_limits<float>::quiet_NaN()}).find("gradient_norm is nan") != std::string::npos);
    CHECK(refusal({.desired_kl = -1}).find("desired_kl is -1, not in [0, ") != std::string::npos);
    CHECK(refusal({.desired_kl = 0.02f}) ==
          "lockstep: ppo_config.desired_kl is 0.02, not below 0.75 * target_kl, which is 0.015");
    CHECK(refusal({.target_kl = 0, .desired_kl = 0.02f}) == "accepted");
    CHECK(refusal({.desired_kl = 0.01f}) == "accepted");
    CHECK(refusal({.initial_deviation = 0}).find("initial_deviation is 0, not in [1e-06, 1e+06]") != std::string::npos);
    CHECK(refusal({.environments = std::size_t(1) << 60}).find("above 2^32") != std::string::npos);
    CHECK(refusal({.environments = std::size_t(1) << 30, .horizon = 16}).find("above 2^32") != std::string::npos);
    CHECK(refusal({.environments = std::size_t(1) << 32, .horizon = std::size_t(1) << 32}).find("above 2^32") !=
          std::string::npos);
}
