// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/crossq_config.hpp>

#include <limits>
#include <string>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

#include <lockstep/rl/off_policy/sizes.hpp>
#include <lockstep/rl/off_policy/td3/config.hpp>

namespace ls = lockstep;

namespace {

using of_td3 = ls::off_policy_config<ls::crossq_method<ls::td3_method>>;

template <class Config>
concept sets_target_rate = requires { Config{.target_rate = 0.1f}; };
template <class Config>
concept sets_warmup = requires { Config{.renorm_warmup = 10}; };
static_assert(sets_target_rate<ls::sac_config> && !sets_target_rate<ls::crossq_config> && !sets_target_rate<of_td3>);
static_assert(!sets_warmup<ls::sac_config> && sets_warmup<ls::crossq_config> && sets_warmup<of_td3>);

template <class Config>
concept sets_least_value = requires { Config{.least_value = 1}; };
using of_categorical_td3 = ls::off_policy_config<ls::categorical_method<ls::td3_method>>;
static_assert(!sets_least_value<ls::crossq_config> && sets_least_value<of_categorical_td3>);

std::string refusal(ls::crossq_config const& config) {
    return support::refusal([&] { ls::check(ls::with_sizes(config)); });
}

}  // namespace

TEST_CASE("values that are distributions lie between two numbers that were said") {
    auto const refused = [](of_categorical_td3 const& config) {
        return support::refusal([&] { ls::check(ls::with_sizes(config), 51); });
    };
    CHECK(refused({.least_value = -10, .greatest_value = 10}) == "accepted");
    CHECK(refused({}) == "lockstep: td3_config.least_value is 0, not below greatest_value, which is 0");
    float const none = std::numeric_limits<float>::quiet_NaN();
    CHECK(refused({.greatest_value = none}).find("greatest_value is nan") != std::string::npos);
    CHECK(refused({.least_value = -3e38f, .greatest_value = 3e38f}) ==
          "lockstep: td3_config.least_value is -3e+38 and greatest_value 3e+38, too far apart for 51 floats between them");
    CHECK(refused({.least_value = 1e8f, .greatest_value = 1e8f + 8}) ==
          "lockstep: td3_config.least_value is 1e+08 and greatest_value 1e+08, too close for 51 floats between them");
    CHECK(refused({.least_value = 1000, .greatest_value = 1010}) == "accepted");
    std::string names;
    of_categorical_td3 const config;
    for_each_member(config, [&](std::string const& name, auto) { names += name + ' '; });
    CHECK(names.find("target_rate least_value greatest_value normalize") != std::string::npos);
}

TEST_CASE("the defaults are those of the paper, and work") {
    ls::crossq_config const config;
    CHECK(refusal(config) == "accepted");
    CHECK(config.actor_delay == 3);
    CHECK(config.adam_beta1 == 0.5f);
    CHECK(config.critic_learning_rate == 1e-3f);
    CHECK(config.renorm_warmup == 100'000);
    CHECK(ls::sac_config{}.adam_beta1 == 0.9f);
    CHECK(of_td3{}.target_noise == 0.2f);
}

TEST_CASE("what cannot work is refused in a sentence that names it") {
    CHECK(refusal({.environments = 0}).find("lockstep: crossq_config.environments is 0") == 0);
    CHECK(refusal({.adam_beta1 = 1}).find("crossq_config.adam_beta1 is 1, not in [0, 0.9999]") != std::string::npos);
    CHECK(refusal({.renorm_momentum = std::numeric_limits<float>::quiet_NaN()}).find("renorm_momentum is nan") !=
          std::string::npos);
    CHECK(refusal({.initial_temperature = 0}).find("crossq_config.initial_temperature is 0") != std::string::npos);
}
