// SPDX-License-Identifier: MIT
#include <cstddef>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/envs/concept/environment_name.hpp>
#include <lockstep/rl/tuned.hpp>

namespace ls = lockstep;

// Environments by their names alone: the tables need no environment.
namespace lockstep::envs {
template <bool, int = 4>
struct basic_hopper {};
struct somewhere_else {};
}  // namespace lockstep::envs

namespace {

struct hopper {};  // a user's own

template <class Env, class Config>
struct learner {
    using environment = Env;
    using config_type = Config;
};
template <class Config>
using of_hopper = learner<ls::envs::basic_hopper<false>, Config>;

struct randomized_hopper {
    using original = ls::envs::basic_hopper<false>;
};

}  // namespace

TEST_CASE("a configuration is found by the learner's kind and environment") {
    constexpr auto ppo = ls::tuned<of_hopper<ls::ppo_config>>(1'000'000);
    static_assert(std::is_same_v<decltype(ppo), ls::ppo_config const>);
    CHECK(ppo.environments == 16);
    CHECK(ppo.minibatch == 64);
    CHECK(ppo.steps == 1'000'000);
    CHECK(ls::tuned<of_hopper<ls::sac_config>>().steps == 1'000'000);
    CHECK(ls::tuned<of_hopper<ls::sac_config>>(200'000).steps == 200'000);
    CHECK(ls::tuned<of_hopper<ls::sac_config>>().batch == 128);
}

TEST_CASE("of several configurations the one with the most steps that are no more than those asked for is taken") {
    constexpr auto entry = ls::detail::tuned_entry_of<of_hopper<ls::ppo_config>>;
    CHECK(entry(0)->config.steps == 1'000'000);
    CHECK(entry(300'000)->config.steps == 1'000'000);
    CHECK(entry(3'999'999)->config.steps == 1'000'000);
    CHECK(entry(4'000'000)->config.steps == 4'000'000);
    CHECK(entry(100'000'000)->config.steps == 4'000'000);
    CHECK(ls::tuned<of_hopper<ls::ppo_config>>(8'000'000).discount == 0.995f);
    CHECK(ls::tuned<of_hopper<ls::ppo_config>>(8'000'000).steps == 8'000'000);
}

TEST_CASE("an environment with other options and one that varies have the configuration of the original") {
    CHECK(ls::tuned<learner<ls::envs::basic_hopper<true, 8>, ls::ppo_config>>().horizon == 128);
    CHECK(ls::tuned<learner<randomized_hopper, ls::ppo_config>>().horizon == 128);
}

TEST_CASE("nothing is known of other environments, of other learners, and of a user's own of the same name") {
    static_assert(ls::is_tuned<of_hopper<ls::ppo_config>>);
    static_assert(!ls::is_tuned<learner<ls::envs::somewhere_else, ls::ppo_config>>);
    static_assert(!ls::is_tuned<of_hopper<ls::crossq_config>>);
    static_assert(!ls::is_tuned<of_hopper<int>>);
    static_assert(!ls::is_tuned<learner<hopper, ls::ppo_config>>);
}
