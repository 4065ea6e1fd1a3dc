// SPDX-License-Identifier: MIT
// PPO of networks that remember or look at images, and of several agents, on a device of OpenCL: whole trainings, and evaluations
// of what was learnt, have the bits that they have on the processor. So have trainings of ranks with such a device each.
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/data_parallel_ppo.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/ppo.hpp>
#include <tests/archetype/communicator.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/envs/gathering.hpp>
#include <tests/rl/opencl_learners.hpp>
#include <tests/support/opencl_device.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

using looking = ls::convolutional_layers<ls::convolutions<ls::filters{4, 3}, ls::filters{20, 2, 2}>, ls::relu_activation, 16>;
using lockstep_test::looking_smoothly;
using lockstep_test::remembering;

/// Two agents that see so much that a text loops over it.
struct wide_gathering : lockstep_test::gathering<2> {
    static constexpr std::size_t observation_size = 2 * 72;
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& now) const {
        auto const few = lockstep_test::gathering<2>::observe(now);
        ls::vector<R, observation_size> all;
        for (std::size_t i = 0; i < observation_size; ++i) {
            all[i] = few[i / 72 * 2 + i % 2] * R(1 + 0.1 * static_cast<double>(i));
        }
        return all;
    }
};

/// A training of an odd number of steps in slices of several groups, and episodes of the policy that it ends with.
template <class Env, class Layers>
void check(ls::ppo_config const& config) {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = ls::opencl_lanes::vectors});
    support::check_device_agrees(support::history<ls::ppo<Env, ls::opencl, Layers>>(device, config),
                                 support::history<ls::ppo<Env, ls::cpu, Layers>>(processor, config));
    auto const policy = ls::ppo<Env, ls::cpu, Layers>(processor, config).policy();
    for (bool const deterministic : {true, false}) {
        ls::evaluation_config const episodes{.episodes = 20, .deterministic = deterministic};
        auto const expected = ls::evaluate(processor, policy, episodes), actual = ls::evaluate(device, policy, episodes);
        support::check_device_agrees(actual, expected);
    }
}

constexpr ls::ppo_config config{.environments = 128, .steps = 3'000, .seed = 3, .horizon = 5, .epochs = 2, .minibatch = 128 * 5,
                                .entropy_coefficient = 0.01f};

}  // namespace

TEST_CASE("a policy that remembers") { check<ls::envs::pendulum, remembering>(config); }
TEST_CASE("a policy that remembers, of discrete actions") { check<ls::envs::cartpole, remembering>(config); }
TEST_CASE("a policy that looks at an image by two convolutions") { check<lockstep_test::catch_ball, looking>(config); }
TEST_CASE("a policy that looks at an image, whose activation is differentiated by its sum") {
    check<lockstep_test::catch_ball, looking_smoothly>(config);
}
TEST_CASE("three agents that share a policy, and a critic that is told more") {
    check<lockstep_test::gathering<3>, ls::hidden_layers<ls::tanh_activation, 16>>(config);
    check<wide_gathering, ls::hidden_layers<ls::tanh_activation, 16>>(config);
}

TEST_CASE("four environments, whose pack has idle lanes") {
    ls::ppo_config few = config;
    few.environments = 4;
    few.horizon = 20;
    few.minibatch = 16;
    check<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>(few);
}

TEST_CASE("a critic that goes on after the policy has moved too far") {
    auto lasting = config;
    lasting.epochs = 4;
    lasting.target_kl = 1e-4f;
    lasting.critic_continues = true;
    check<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>(lasting);
    check<ls::envs::pendulum, remembering>(lasting);
}

TEST_CASE("a critic that goes on where the gradient of the policy that stops is infinite") {
    auto leaping = config;
    leaping.learning_rate = 50;
    leaping.critic_continues = true;
    check<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>(leaping);
}

TEST_CASE("a learning rate that follows the divergence, and a penalty in place of the clip") {
    auto following = config;
    following.epochs = 4;
    following.target_kl = 0;
    following.desired_kl = 1e-4f;
    following.penalize_ratio = true;
    check<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>(following);
    following.critic_continues = true;
    following.target_kl = 4e-4f;
    check<ls::envs::pendulum, remembering>(following);
}

TEST_CASE("earlier rollouts, of one agent and of several, and observations in part") {
    auto reusing = config;
    reusing.rollouts = 3;
    reusing.observed = 2;
    check<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>(reusing);
    check<lockstep_test::gathering<3>, ls::hidden_layers<ls::tanh_activation, 16>>(reusing);
}

TEST_CASE("two ranks, whose loops are parts of one and whose slices are added where they lie") {
    if (!support::has_opencl_device()) {
        return;
    }
    using layers = ls::hidden_layers<ls::tanh_activation, 16>;
    using archetype::thread_rank;
    ls::cpu processor({.threads = 1});
    auto const expected = support::history<ls::ppo<ls::envs::pendulum, ls::cpu, layers>>(processor, config);
    std::vector<std::vector<std::vector<double>>> found(2);
    thread_rank::run(2, [&](thread_rank ranks) {
        ls::opencl device({.lanes = ls::opencl_lanes::vectors});
        ls::data_parallel_ppo<ls::envs::pendulum, ls::opencl, thread_rank, layers> learner(device, config, {}, ranks);
        found[ranks.rank()] = support::history_of(learner);
    });
    support::check_device_agrees(found[0], expected);
    support::check_device_agrees(found[1], expected);
}
