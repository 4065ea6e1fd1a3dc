// SPDX-License-Identifier: MIT
#include <cstddef>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/privileged.hpp>
#include <lockstep/rl/convolutional_layers.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/ppo.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;
using lockstep_test::catch_ball;

namespace {

using layers = ls::convolutional_layers<ls::convolutions<ls::filters{8, 3}, ls::filters{16, 2, 2}>, ls::relu_activation, 32>;
using plain = ls::hidden_layers<ls::relu_activation, 32>;
static_assert(std::is_same_v<ls::layers_of<plain, catch_ball>, plain>);

using large = ls::basic_convolutional_mlp<float, ls::relu_activation, ls::image_shape{40, 40}, 1600, 2,
                                          ls::convolutions<ls::filters{16, 4, 2}>, 64>;
static_assert(ls::block_of<large> == 64);  // so that kernels' stacks have room for it
static_assert(ls::block_of<ls::mlp<ls::relu_activation, 3, 1, 256, 256>> == 256);

/// A critic that is told where the ball will land.
struct told_landing : catch_ball {
    static constexpr std::size_t privileged_observation_size = 1;
    template <ls::real R>
    ls::vector<R, 1> observe_privileged(state<R> const& s) const {
        return {s.column};
    }
};

/// Pays what only the critic is told, and shows nothing.
struct told_payout : catch_ball {
    static constexpr std::size_t privileged_observation_size = 1;
    template <class R>
    struct state {
        R pay;
    };
    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return {random.uniform(R(-1), R(1))};
    }
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const&) const {
        return {};
    }
    template <ls::real R>
    ls::vector<R, 1> observe_privileged(state<R> const& s) const {
        return {s.pay};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const&) const {
        return {s, s.pay, R(0) < R(1)};
    }
};

template <class Device>
using learner = ls::ppo<catch_ball, Device, layers>;

ls::ppo_config const config{.environments = 64, .steps = 60'000, .seed = 1, .horizon = 16, .epochs = 4, .minibatch = 256,
                            .learning_rate = 2e-3f, .discount = 0.95f, .entropy_coefficient = 0.01f};

template <class Env>
double trained_return(ls::policy<Env, layers>& policy) {
    ls::cpu device;
    ls::ppo<Env, ls::cpu, layers> learner(device, config);
    while (!learner.done()) {
        learner.iterate();
    }
    policy = learner.policy();
    return ls::evaluate(device, policy, {.episodes = 512}).mean_return;
}

}  // namespace

TEST_CASE("a policy that sees pixels learns to catch, and acts on the host as in lanes") {
    ls::policy<catch_ball, layers> policy;
    CHECK(trained_return(policy) > 0.97);
    catch_ball const env;
    for (float const column : {0.0f, 2.0f, 5.0f}) {
        catch_ball::state<float> state{0, column, 3};
        float reward = 0;
        for (int step = 0; step < 7; ++step) {
            auto const outcome = env.step(state, policy.mean_action(env.observe(state)));
            state = outcome.state;
            reward += outcome.reward;
        }
        CHECK(reward == 1);
    }
}

TEST_CASE("what lies behind the image is told to the hidden layers") {
    using networks = ls::actor_critic<told_landing, layers>;
    static_assert(networks::critic::input_size == networks::actor::input_size + 1);
    static_assert(networks::critic::head::input_size == networks::actor::head::input_size + 1);
    ls::policy<told_landing, layers> policy;
    CHECK(trained_return(policy) > 0.9);
}

TEST_CASE("a critic values what it is told behind an image in which there is nothing") {
    ls::cpu device;
    ls::ppo<told_payout, ls::cpu, layers> learner(device, config);
    double explained = 0;
    while (!learner.done()) {
        explained = learner.iterate().explained_variance;
    }
    CHECK(explained > 0.9);
}

TEST_CASE("the same seed gives the same bits on one thread and on several, and on a device with its own memory") {
    auto few = config;
    few.steps = 3 * few.environments * few.horizon;
    support::check_any_threads<learner>(few);
    support::check_any_device<learner>(few);
}
