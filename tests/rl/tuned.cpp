// SPDX-License-Identifier: MIT
#include <cstddef>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/envs/concept/environment_name.hpp>
#include <lockstep/envs/half_cheetah.hpp>
#include <lockstep/rl/tuned.hpp>

namespace ls = lockstep;

// Environments by their names alone, which is all that the tables need.
namespace lockstep::envs {
template <bool, int = 4>
struct basic_hopper {};
template <bool>
struct basic_walker2d {};
struct humanoid {};
struct swimmer {};
struct somewhere_else {};
}  // namespace lockstep::envs

namespace {

struct hopper {};  // a user's own
struct walker2d {};

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
struct randomized_walker2d {
    using original = ls::envs::basic_walker2d<false>;
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
    CHECK(ls::tuned<of_hopper<ls::categorical_sac_config>>().greatest_value == 15);
    CHECK(ls::tuned<learner<ls::envs::humanoid, ls::categorical_crossq_config>>().least_value == -5);
    CHECK(ls::tuned<learner<ls::envs::swimmer, ls::ars_config>>(2'000'000).steps == 2'000'000);
}

TEST_CASE("an environment with other options and one that varies have the configuration of the original") {
    CHECK(ls::tuned<learner<ls::envs::basic_hopper<true, 8>, ls::ppo_config>>().horizon == 128);
    CHECK(ls::tuned<learner<randomized_hopper, ls::ppo_config>>().horizon == 128);
}

TEST_CASE("PPO has tuned layers where others learn more than those of tanh") {
    using plain = ls::hidden_layers<ls::tanh_activation, 64, 64>;
    using smooth = ls::hidden_layers<ls::silu_activation, 64, 64>;
    using normalized = ls::hidden_layers<ls::layer_norm<ls::silu_activation>, 64, 64>;
    CHECK(std::is_same_v<ls::tuned_ppo_layers<ls::envs::basic_walker2d<true>>, smooth>);
    CHECK(std::is_same_v<ls::tuned_ppo_layers<randomized_walker2d>, smooth>);
    CHECK(std::is_same_v<ls::tuned_ppo_layers<ls::envs::basic_hopper<true>>, plain>);
    CHECK(std::is_same_v<ls::tuned_ppo_layers<ls::envs::humanoid>, normalized>);
    CHECK(std::is_same_v<ls::tuned_ppo_layers<ls::envs::swimmer>, plain>);
    CHECK(std::is_same_v<ls::tuned_ppo_layers<walker2d>, plain>);
}

TEST_CASE("of several searches in one environment, the one counts whose steps are nearest in proportion") {
    using of_humanoid = learner<ls::envs::humanoid, ls::ppo_config>;
    constexpr auto few = ls::tuned<of_humanoid>(), many = ls::tuned<of_humanoid>(4'000'000);
    CHECK(few.steps == 1'000'000);
    CHECK(few.environments == 32);
    CHECK(many.environments == 64);
    CHECK(ls::tuned<of_humanoid>(300'000).learning_rate == few.learning_rate);
    CHECK(ls::tuned<of_humanoid>(2'000'000).epochs == few.epochs);
    CHECK(ls::tuned<of_humanoid>(2'100'000).epochs == many.epochs);
    CHECK(ls::tuned<of_humanoid>(40'000'000).learning_rate == many.learning_rate);
}

TEST_CASE("HalfCheetah's sizes follow from the steps up to those of train_half_cheetah, which uses any number of cores") {
    using of_half_cheetah = learner<ls::envs::half_cheetah, ls::ppo_config>;
    for (std::size_t const steps : {300'000, 10'000'000}) {
        auto const config = ls::tuned<of_half_cheetah>(steps);
        CHECK(config.steps == steps);
        CHECK(config.environments == 0);
        CHECK(config.horizon == (steps == 300'000 ? 32 : 0));
        CHECK(config.minibatch == 0);
    }
    CHECK(ls::tuned<of_half_cheetah>(15'000'000).environments == 0);
    CHECK(ls::tuned<of_half_cheetah>(16'000'000).environments != 0);
    CHECK(ls::tuned<of_half_cheetah>(40'000'000).environments == 64);
}

TEST_CASE("HalfCheetah's updates draw from earlier rollouts in short trainings only") {
    using of_half_cheetah = learner<ls::envs::half_cheetah, ls::ppo_config>;
    CHECK(ls::tuned<of_half_cheetah>(1'500'000).rollouts == 4);
    CHECK(ls::tuned<of_half_cheetah>(1'600'000).rollouts == 1);
}

TEST_CASE("nothing is known of other environments, of other learners, and of a user's own of the same name") {
    static_assert(ls::is_tuned<of_hopper<ls::ppo_config>>);
    static_assert(!ls::is_tuned<learner<ls::envs::somewhere_else, ls::ppo_config>>);
    static_assert(!ls::is_tuned<of_hopper<ls::crossq_config>>);
    static_assert(!ls::is_tuned<of_hopper<int>>);
    static_assert(!ls::is_tuned<learner<hopper, ls::ppo_config>>);
}
