// SPDX-License-Identifier: MIT
// Off-policy learners on a device of OpenCL: whole trainings have the bits that they have on the processor. So have trainings of
// ranks with such a device each.
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/data_parallel_sac.hpp>
#include <lockstep/rl/data_parallel_td3.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <tests/archetype/communicator.hpp>
#include <tests/envs/brief_pendulum.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/envs/mirror.hpp>
#include <tests/rl/opencl_learners.hpp>
#include <tests/support/opencl_device.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

using lockstep_test::brief_pendulum;
using lockstep_test::one_layer;
using layers = lockstep_test::two_layers;
template <class Device>
using pendulum_sac = ls::sac<brief_pendulum, Device, one_layer>;
template <class Device>
using pendulum_td3 = ls::td3<brief_pendulum, Device, layers>;
template <class Device>
using mirror_sac = ls::sac<lockstep_test::mirror, Device, layers>;
template <class Device>
using categorical_sac = ls::sac<brief_pendulum, Device, layers, ls::categorical_critic<layers, 21>>;
template <class Device>
using crossq = ls::crossq<brief_pendulum, Device, lockstep_test::renormalized, lockstep_test::renormalized>;
using renormalized = ls::renormalized_layers<32, 16>;
template <class Device>
using two_hot_crossq = ls::td3<brief_pendulum, Device, layers, ls::categorical_critic<renormalized, 11, ls::value_target::mean>>;
using looking = ls::convolutional_layers<ls::convolutions<ls::filters{4, 3}, ls::filters{20, 2, 2}>, ls::relu_activation, 16>;
template <class Device>
using looking_sac = ls::sac<lockstep_test::steer_to_ball, Device, looking>;
template <class Device>
using looking_td3 = ls::td3<lockstep_test::steer_to_ball, Device, looking, ls::categorical_critic<looking, 21>>;
template <class Device>
using two_hot_td3 = ls::td3<brief_pendulum, Device, layers, ls::categorical_critic<layers, 11, ls::value_target::mean>>;

/// A training in which the replay buffer comes round, episodes are cut, and the last slice of a minibatch is no whole pack.
template <class Config>
Config small(Config config) {
    config.environments = 32;
    config.steps = 32 * 30;
    config.seed = 5;
    config.horizon = 8;
    config.warmup = 256;
    config.capacity = 640;
    config.batch = 100;
    config.updates_per_step = 0.1f;
    return config;
}

/// Values that the distributions of a categorical critic hold, and others.
template <class Config>
Config between(Config config) {
    config.least_value = -60;
    config.greatest_value = 5;
    return config;
}

template <template <class> class Learner, class Config>
void check(Config const& config, ls::opencl_lanes lanes = ls::opencl_lanes::vectors) {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = lanes});
    auto const expected = support::history<Learner<ls::cpu>>(processor, config);
    auto const actual = support::history<Learner<ls::opencl>>(device, config);
    support::check_device_agrees(actual, expected);
}

template <class Alone, class Learner, class Config>
void check_ranks(Config const& config, ls::opencl_lanes lanes) {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::cpu processor({.threads = 1});
    auto const expected = support::history<Alone>(processor, config);
    std::vector<std::vector<std::vector<double>>> found(2);
    archetype::thread_rank::run(2, [&](archetype::thread_rank ranks) {
        ls::opencl device({.lanes = lanes});
        Learner learner(device, config, {}, ranks);
        found[ranks.rank()] = support::history_of(learner);
    });
    support::check_device_agrees(found[0], expected);
    support::check_device_agrees(found[1], expected);
}

}  // namespace

TEST_CASE("soft actor-critic whose lanes are a vector") { check<pendulum_sac>(small(ls::sac_config{})); }
TEST_CASE("soft actor-critic of many steps and scaled rewards, whose actor is improved more seldom") {
    auto config = small(ls::sac_config{});
    config.n_step = 3;
    config.actor_delay = 2;
    config.scale_rewards = true;
    config.normalize_observations = false;
    config.final_rate_share = 0.5f;
    check<pendulum_sac>(config);
}
TEST_CASE("soft actor-critic with actions of three components, of which a random action holds one") {
    check<mirror_sac>(small(ls::sac_config{}));
}

TEST_CASE("TD3 whose lanes are a vector") { check<pendulum_td3>(small(ls::td3_config{})); }

TEST_CASE("TD3 of two environments, whose pack has idle lanes, by priority") {
    auto config = small(ls::td3_config{});
    config.environments = 2;
    config.priority_exponent = 0.6f;
    check<pendulum_td3>(config);
}

TEST_CASE("soft actor-critic whose lanes are work-items") {
    check<pendulum_sac>(small(ls::sac_config{}), ls::opencl_lanes::work_items);
}
TEST_CASE("TD3 whose lanes are work-items") { check<pendulum_td3>(small(ls::td3_config{}), ls::opencl_lanes::work_items); }

TEST_CASE("soft actor-critic whose critics tell distributions") {
    check<categorical_sac>(between(small(categorical_sac<ls::cpu>::config_type{})));
}
TEST_CASE("TD3 whose critics are taught the mean of a distribution") {
    check<two_hot_td3>(between(small(two_hot_td3<ls::cpu>::config_type{})), ls::opencl_lanes::work_items);
}

TEST_CASE("CrossQ, whose networks are renormalised") {
    auto config = small(crossq<ls::cpu>::config_type{});
    config.renorm_warmup = 40;  // of some 70 updates
    check<crossq>(config);
}
TEST_CASE("TD3 whose critics are renormalised and tell distributions") {
    check<two_hot_crossq>(between(small(two_hot_crossq<ls::cpu>::config_type{})));
}

TEST_CASE("two ranks, whose gradients are one chain of sums") {
    using archetype::thread_rank;
    using sac = ls::data_parallel_sac<brief_pendulum, ls::opencl, thread_rank, one_layer>;
    using td3 = ls::data_parallel_td3<brief_pendulum, ls::opencl, thread_rank, layers>;
    check_ranks<pendulum_sac<ls::cpu>, sac>(small(ls::sac_config{}), ls::opencl_lanes::vectors);
    check_ranks<pendulum_td3<ls::cpu>, td3>(small(ls::td3_config{}), ls::opencl_lanes::work_items);
}

TEST_CASE("two ranks of CrossQ, whose batches they divide by rows") {
    using networks = lockstep_test::renormalized;
    using learner = ls::data_parallel_sac<brief_pendulum, ls::opencl, archetype::thread_rank, networks, networks>;
    auto config = small(crossq<ls::cpu>::config_type{});
    config.renorm_warmup = 1;
    check_ranks<crossq<ls::cpu>, learner>(config, ls::opencl_lanes::vectors);
}

TEST_CASE("two ranks that look at an image") {
    using learner = ls::data_parallel_sac<lockstep_test::steer_to_ball, ls::opencl, archetype::thread_rank, looking>;
    check_ranks<looking_sac<ls::cpu>, learner>(small(ls::sac_config{}), ls::opencl_lanes::vectors);
}

TEST_CASE("soft actor-critic that looks at an image") { check<looking_sac>(small(ls::sac_config{})); }
TEST_CASE("TD3 that looks at an image, whose critics tell distributions") {
    check<looking_td3>(between(small(looking_td3<ls::cpu>::config_type{})));
}

TEST_CASE("replay by priority") {
    auto config = small(ls::td3_config{});
    config.priority_exponent = 0.6f;
    config.n_step = 3;
    check<pendulum_td3>(config);
    check<pendulum_td3>(config, ls::opencl_lanes::work_items);
}
TEST_CASE("critics that tell distributions, of what is replayed by priority") {
    auto config = between(small(categorical_sac<ls::cpu>::config_type{}));
    config.priority_exponent = 1;
    config.least_priority = 0.01f;
    check<categorical_sac>(config);
}

TEST_CASE("an evaluation of a bounded policy") {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = ls::opencl_lanes::vectors});
    pendulum_sac<ls::cpu> const learner(processor, small(ls::sac_config{}));
    for (bool const deterministic : {true, false}) {
        ls::evaluation_config const config{.episodes = 20, .deterministic = deterministic};
        auto const expected = ls::evaluate(processor, learner.policy(), config);
        auto const actual = ls::evaluate(device, learner.policy(), config);
        support::check_device_agrees(actual, expected);
    }
}
