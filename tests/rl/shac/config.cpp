// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/config.hpp>

#include <string>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

namespace ls = lockstep;

namespace {
std::string refused(ls::shac_config config) {
    if (config.discount == 0) {
        config.discount = 0.99f;
    }
    return support::refusal([&] { ls::check(config); });
}
}  // namespace

TEST_CASE("what cannot work is refused in a sentence that names it") {
    ls::shac_config complete;
    complete.discount = 0.99f;
    CHECK_NOTHROW(ls::check(complete));
    CHECK(refused({.environments = 20}) == "lockstep: shac_config.environments is 20, not a positive multiple of 16");
    CHECK(refused({.steps = 0}) == "lockstep: shac_config.steps is 0");
    CHECK(refused({.horizon = 0}) == "lockstep: shac_config.horizon is 0");
    CHECK(refused({.horizon = 5000}) == "lockstep: shac_config.horizon is 5000, above 4096");
    CHECK(refused({.actor_learning_rate = 0}) == "lockstep: shac_config.actor_learning_rate is 0, not above 0");
    CHECK(refused({.critic_learning_rate = -1}) == "lockstep: shac_config.critic_learning_rate is -1, not above 0");
    CHECK(refused({.final_rate_share = 2}) == "lockstep: shac_config.final_rate_share is 2, not in [0, 1]");
    CHECK(refused({.discount = 2}) == "lockstep: shac_config.discount is 2, not in [0, 1]");
    CHECK(refused({.lambda = -1}) == "lockstep: shac_config.lambda is -1, not in [0, 1]");
    CHECK(refused({.gradient_norm = -1}).find("shac_config.gradient_norm is -1") != std::string::npos);
    CHECK(refused({.growth_limit = -1}).find("shac_config.growth_limit is -1") != std::string::npos);
    CHECK(refused({.length_growth = -1}).find("shac_config.length_growth is -1") != std::string::npos);
    CHECK(refused({.length_rate = 0}) == "lockstep: shac_config.length_rate is 0, not above 0");
    CHECK(refused({.critic_epochs = 0}) == "lockstep: shac_config.critic_epochs is 0");
    CHECK(refused({.critic_minibatches = 0}) == "lockstep: shac_config.critic_minibatches is 0");
    CHECK(refused({.environments = 16, .horizon = 6, .critic_minibatches = 4}) ==
          "lockstep: shac_config.critic_minibatches is 4, which does not divide environments / 16 * horizon = 6");
    CHECK(refused({.gradient_decay = 1.5f}) == "lockstep: shac_config.gradient_decay is 1.5, not in [0, 1]");
    CHECK(refused({.least_slope = 2}) == "lockstep: shac_config.least_slope is 2, not in [0, 1]");
    CHECK(refused({.mean_penalty = -1}).find("shac_config.mean_penalty is -1") != std::string::npos);
    CHECK(refused({.critic_windows = 0}) == "lockstep: shac_config.critic_windows is 0");
    CHECK(refused({.critic_windows = 5000}) == "lockstep: shac_config.critic_windows is 5000, above 4096");
    CHECK(refused({.replay_windows = 0}) == "lockstep: shac_config.replay_windows is 0");
    CHECK(refused({.replay_windows = 5000, .replay_batch = 4}) == "lockstep: shac_config.replay_windows is 5000, above 4096");
    CHECK(refused({.replay_batch = 0}) == "lockstep: shac_config.replay_batch is 0");
    CHECK(refused({.replay_windows = 3, .replay_batch = 4}) == "lockstep: shac_config.replay_batch is 4, above 3");
    CHECK(refused({.target_rate = 2}) == "lockstep: shac_config.target_rate is 2, not in [0, 1]");
    CHECK(refused({.average_rate = 0}).find("shac_config.average_rate is 0") != std::string::npos);
    CHECK(refused({.initial_deviation = 0}).find("shac_config.initial_deviation is 0") != std::string::npos);
}

TEST_CASE("every member is visited") {
    ls::shac_config config;
    std::size_t count = 0;
    for_each_member(config, [&](char const*, auto&) { ++count; });
    CHECK(count == 28);
}
