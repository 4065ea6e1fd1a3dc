// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy_config.hpp>

#include <string>

#include <doctest/doctest.h>

#include "../support/refusal.hpp"

#include <lockstep/rl/td3_config.hpp>

namespace ls = lockstep;

namespace {
std::string refusal(ls::td3_config const& config) {
    return support::refusal([&] { ls::check_off_policy({"some_config"}, config, 16); });
}
}  // namespace

TEST_CASE("what cannot work is refused in a sentence that names it") {
    CHECK(refusal({}) == "accepted");
    CHECK(refusal({.environments = 0}) == "lockstep: some_config.environments is 0, not a positive multiple of the 16 lanes of this device");
    CHECK(refusal({.environments = 40}).find("environments is 40, not a positive multiple of the 16 lanes") != std::string::npos);
    CHECK(refusal({.capacity = 100, .batch = 128}) == "lockstep: some_config.capacity is 100, less than the batch of 128");
    CHECK(refusal({.environments = 64, .capacity = 640, .n_step = 11}) ==
          "lockstep: some_config.n_step is 11, but a capacity of 640 holds 10 steps of each of 64 environments");
    CHECK(refusal({.environments = 512, .capacity = 256}).find("holds 0 steps of each of 512 environments") != std::string::npos);
    CHECK(refusal({.steps = 0}) == "lockstep: some_config.steps is 0");
    CHECK(refusal({.horizon = 0}) == "lockstep: some_config.horizon is 0");
    CHECK(refusal({.batch = 0}) == "lockstep: some_config.batch is 0");
    CHECK(refusal({.n_step = 0}) == "lockstep: some_config.n_step is 0");
    CHECK(refusal({.actor_delay = 0}) == "lockstep: some_config.actor_delay is 0");
    CHECK(refusal({.updates_per_step = 0}).find("updates_per_step is 0") != std::string::npos);
    CHECK(refusal({.critic_learning_rate = -1}).find("critic_learning_rate is -1") != std::string::npos);
    CHECK(refusal({.discount = 1.5f}).find("discount is 1.5") != std::string::npos);
    CHECK(refusal({.target_rate = -0.5f}).find("target_rate is -0.5") != std::string::npos);
}
