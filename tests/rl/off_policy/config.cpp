// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/config.hpp>

#include <string>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

#include <lockstep/rl/off_policy/sac/config.hpp>
#include <lockstep/rl/off_policy/sizes.hpp>
#include <lockstep/rl/off_policy/td3/config.hpp>

namespace ls = lockstep;

namespace {

template <class Config>
concept sets_target_noise = requires { Config{.target_noise = 0.1f}; };
static_assert(sets_target_noise<ls::td3_config> && !sets_target_noise<ls::sac_config>);

template <class Config>
std::string members() {
    std::string names;
    Config const config;
    for_each_member(config, [&](std::string const& name, auto) { names += name + ' '; });
    return names;
}

std::string refusal(ls::td3_config const& config) {
    return support::refusal([&] { ls::check(ls::with_sizes(config)); });
}

}  // namespace

TEST_CASE("a configuration shows its own members, not those of another method") {
    CHECK(members<ls::sac_config>().find("critic_learning_rate temperature_learning_rate") != std::string::npos);
    CHECK(members<ls::sac_config>().find("noise") == std::string::npos);
    CHECK(members<ls::td3_config>().find("target_noise target_noise_clip discount") != std::string::npos);
    CHECK(members<ls::td3_config>().find("temperature") == std::string::npos);
    CHECK(ls::sac_config{}.actor_delay == 1);
    CHECK(ls::td3_config{}.actor_delay == 2);
}

TEST_CASE("what cannot work is refused in a sentence that names it") {
    CHECK(refusal({}) == "accepted");
    CHECK(refusal({.environments = 0}) ==
          "lockstep: td3_config.environments is 0, not a positive multiple of 16, nor 1, 2, 4 or 8");
    CHECK(refusal({.environments = 40}).find("environments is 40, not a positive multiple of 16") != std::string::npos);
    CHECK(refusal({.capacity = 1'000'000'000'000'000}) == "lockstep: td3_config.capacity is 1000000000000000, above 4294967296");
    CHECK(refusal({.capacity = 100, .batch = 128}) == "lockstep: td3_config.capacity is 100, less than the batch of 128");
    CHECK(refusal({.environments = 64, .capacity = 640, .n_step = 11}) ==
          "lockstep: td3_config.n_step is 11, but a capacity of 640 holds 10 steps of each of 64 environments");
    CHECK(refusal({.environments = 512, .capacity = 256}).find("holds 0 steps of each of 512 environments") != std::string::npos);
    CHECK(refusal({.steps = 0}) == "lockstep: td3_config.steps is 0");
    CHECK(refusal({.steps = 5000, .warmup = 4999}) == "accepted");
    CHECK(refusal({.steps = 5000, .warmup = 5000}) == "lockstep: td3_config.warmup is 5000, not below steps, which is 5000");
    CHECK(refusal({.steps = 1}) == "accepted");
    CHECK(support::refusal([] { ls::check(ls::td3_config{}); }) == "lockstep: td3_config.horizon is 0");
    CHECK(refusal({.longest_hold = 1}) == "accepted");
    CHECK(refusal({.longest_hold = 24}) == "lockstep: td3_config.longest_hold is 24, not a power of two");
    CHECK(refusal({.longest_hold = 0}) == "lockstep: td3_config.longest_hold is 0, not a power of two");
    CHECK(refusal({.batch = 0}) == "lockstep: td3_config.batch is 0");
    CHECK(refusal({.n_step = 0}) == "lockstep: td3_config.n_step is 0");
    CHECK(refusal({.actor_delay = 0}) == "lockstep: td3_config.actor_delay is 0");
    CHECK(refusal({.updates_per_step = 0}).find("updates_per_step is 0") != std::string::npos);
    CHECK(refusal({.steps = 10'000, .updates_per_step = 1e30f}) ==
          "lockstep: td3_config.updates_per_step is 1e+30, which makes more than 4294967296 updates of 10000 steps");
    CHECK(refusal({.critic_learning_rate = -1}).find("critic_learning_rate is -1") != std::string::npos);
    CHECK(refusal({.final_rate_share = 1.5f}) == "lockstep: td3_config.final_rate_share is 1.5, not in [0, 1]");
    CHECK(refusal({.discount = 1.5f}).find("discount is 1.5") != std::string::npos);
    CHECK(refusal({.target_rate = -0.5f}).find("target_rate is -0.5") != std::string::npos);
    CHECK(refusal({.priority_exponent = 0.6f, .importance_exponent = 0.5f, .least_priority = 0}) == "accepted");
    CHECK(refusal({.importance_exponent = 0.5f}) ==
          "lockstep: td3_config.importance_exponent is 0.5, but has no effect, because priority_exponent is 0");
    CHECK(refusal({.least_priority = 0}) ==
          "lockstep: td3_config.least_priority is 0, but has no effect, because priority_exponent is 0");
}
