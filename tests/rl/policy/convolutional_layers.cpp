// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/envs/concept/privileged.hpp>
#include <lockstep/io/policy.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>
#include <lockstep/rl/policy/convolutional_layers.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>
#include <tests/envs/catch_ball.hpp>
#include <tests/envs/screen.hpp>
#include <tests/support/off_policy.hpp>
#include <tests/support/plain_sac.hpp>
#include <tests/support/plain_td3.hpp>
#include <tests/support/temporary_folder.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;
using lockstep_test::catch_ball;
using lockstep_test::steer_to_ball;
using lockstep_test::temporary_folder;

namespace {

using layers = ls::convolutional_layers<ls::convolutions<ls::filters{8, 3}, ls::filters{16, 2, 2}>, ls::relu_activation, 32>;
/// As in rl/off_policy/ranks/exchange.cpp, which is compiled in the same unit.
using looking = ls::convolutional_layers<ls::convolutions<ls::filters{16, 3}, ls::filters{16, 2, 2}>, ls::relu_activation, 32>;
using plain = ls::hidden_layers<ls::relu_activation, 32>;
static_assert(std::is_same_v<ls::layers_of<plain, catch_ball>, plain>);

/// Kernels of its learners need more of a stack than threads have; of those of `bare` the variables alone would fit.
template <class Game>
using screen = lockstep_test::screen<Game, 84, 84, 4>;
using bare = lockstep_test::screen<catch_ball, 54, 54, 3>;
using screen_layers = ls::convolutional_layers<ls::convolutions<ls::filters{8, 12, 10}>, ls::relu_activation, 32>;

/// A critic that is told where the ball will land. An empty game shows nothing, and pays at once what only the critic is told.
struct told_landing : catch_ball {
    static constexpr std::size_t privileged_observation_size = 1;
    bool is_empty = false;

    template <ls::real R>
    state<R> reset(ls::random<R>& random) const {
        return is_empty ? state<R>{R(0), random.uniform(R(-1), R(1)), R(0)} : catch_ball::reset(random);
    }
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const& s) const {
        return is_empty ? ls::vector<R, observation_size>{} : catch_ball::observe(s);
    }
    template <ls::real R>
    ls::vector<R, 1> observe_privileged(state<R> const& s) const {
        return {s.column};
    }
    template <ls::real R>
    ls::transition<state<R>> step(state<R> const& s, ls::vector<R, 1> const& action) const {
        return is_empty ? ls::transition<state<R>>{s, s.column, R(0) < R(1)} : catch_ball::step(s, action);
    }
};

template <class Device>
using learner = ls::ppo<catch_ball, Device, layers>;
template <class Device>
using sac = ls::sac<steer_to_ball, Device, looking>;
template <class Device>
using td3 = ls::td3<steer_to_ball, Device, looking, ls::categorical_critic<looking, 21>>;
template <class Device>
using sac_on_screen = ls::sac<screen<steer_to_ball>, Device, screen_layers>;

/// Sizes whose observation is a line of three pixels.
struct line : support::sizes {
    static constexpr ls::image_shape observation_image{.rows = 1, .columns = 3};
};
using line_filters = ls::convolutions<ls::filters{4, 1}, ls::filters{2, 1, 2}>;
using line_layers = ls::convolutional_layers<line_filters, ls::tanh_activation, 32, 16>;

template <class Plain>
void check_ten_updates() {
    using update = typename Plain::update_type;
    support::update_setting<update> s({.environments = 32, .seed = 7, .capacity = 2000, .batch = 100, .actor_delay = 2,
                                       .actor_learning_rate = 2e-3f, .critic_learning_rate = 1e-3f, .discount = 0.9f,
                                       .target_rate = 0.1f});
    Plain expected{{{s}}};
    support::check_ten_updates(s, expected);
}

template <class Learner>
typename Learner::config_type off_policy_config(std::size_t steps) {
    typename Learner::config_type config{
        .environments = 16, .steps = steps, .seed = 1, .horizon = 16, .warmup = 512, .capacity = 10'000, .batch = 100,
        .updates_per_step = 0.5f, .actor_learning_rate = 1e-3f, .critic_learning_rate = 1e-3f, .discount = 0.95f};
    if constexpr (Learner::config_type::method::has_support) {
        config.least_value = -2;
        config.greatest_value = 2;
    }
    return config;
}

ls::ppo_config const config{.environments = 64, .steps = 60'000, .seed = 1, .horizon = 16, .epochs = 4, .minibatch = 256,
                            .learning_rate = 2e-3f, .discount = 0.95f, .entropy_coefficient = 0.01f};

template <class Env>
double trained_return(ls::ppo_policy<Env, layers>& policy) {
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
    ls::ppo_policy<catch_ball, layers> policy;
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

TEST_CASE("the hidden layers also read the inputs after the image") {
    using networks = ls::actor_critic<told_landing, layers>;
    static_assert(networks::critic::input_size == networks::actor::input_size + 1);
    static_assert(networks::critic::head::input_size == networks::actor::head::input_size + 1);
    ls::ppo_policy<told_landing, layers> policy;
    CHECK(trained_return(policy) > 0.9);
}

TEST_CASE("a critic reads the inputs after an empty image") {
    ls::cpu device;
    told_landing empty;
    empty.is_empty = true;
    ls::ppo<told_landing, ls::cpu, layers> learner(device, config, empty);
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

TEST_CASE_TEMPLATE("images of any size train: threads have the stack for them", Env, screen<catch_ball>, bare) {
    using learner_type = ls::ppo<Env, ls::cpu, screen_layers>;
    constexpr bool is_large = ls::stack_size_of<ls::rollout<Env, typename learner_type::networks>> > ls::common_stack_size;
    static_assert(is_large || ls::native_width < 16);
    auto large = config;
    large.environments = ls::native_width;
    large.horizon = 8;
    large.minibatch = 4 * ls::native_width;
    large.steps = 2 * large.environments * large.horizon;
    ls::cpu one({.threads = 1}), two({.threads = 2});
    support::check_histories_agree(support::history<learner_type>(one, large), support::history<learner_type>(two, large));
    learner_type learner(two, large);
    learner.iterate();
    auto const result = ls::evaluate(two, learner.policy(), {.episodes = 1});
    CHECK(result.mean_length == 7);
    CHECK(std::abs(result.mean_return) <= 1);
}

TEST_CASE("soft actor-critic has the stack for images of any size, too") {
    using update = ls::sac_update<ls::sac_networks<screen<steer_to_ball>, screen_layers>>;
    static_assert(update::critics_type::stack_size > ls::common_stack_size);
    auto large = off_policy_config<sac_on_screen<ls::cpu>>(4 * ls::native_width);
    large.environments = ls::native_width;
    large.horizon = 2;
    large.warmup = 2 * ls::native_width;
    large.capacity = 8 * ls::native_width;
    large.batch = ls::native_width;
    large.updates_per_step = 2.0f / static_cast<float>(ls::native_width);
    support::check_any_threads<sac_on_screen>(large);
}

TEST_CASE("ten updates of SAC and TD3 that look at a line of pixels are those of plain loops in double") {
    using sac_update = ls::sac_update<ls::sac_networks<line, line_layers, double>>;
    using td3_update = ls::td3_update<ls::td3_networks<line, line_layers, double>>;
    check_ten_updates<support::plain_sac<support::plain_learner<sac_update>>>();
    check_ten_updates<support::plain_td3<support::plain_learner<td3_update>>>();
}

TEST_CASE("soft actor-critic and TD3 look at pixels too, and their policies act on the host and from a file as in lanes") {
    ls::cpu device;
    auto catching = off_policy_config<sac<ls::cpu>>(8000);
    catching.initial_temperature = 0.05f;
    sac<ls::cpu> learner(device, catching);
    while (!learner.done()) {
        learner.iterate();
    }
    auto const policy = learner.policy();
    CHECK(ls::evaluate(device, policy, {.episodes = 256}).mean_return > 0.9);
    temporary_folder const folder;
    ls::save(folder / "policy", policy);
    auto const loaded = ls::load<decltype(learner)::policy_type>(folder / "policy");
    steer_to_ball const env;
    float caught = 0;
    for (float const column : {0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f}) {
        steer_to_ball::state<float> state{0, column, 3};
        for (int step = 0; step < 7; ++step) {
            auto const outcome = env.step(state, loaded.mean_action(env.observe(state)));
            state = outcome.state;
            caught += outcome.reward;
        }
    }
    CHECK(caught >= 4);
    support::check_any_threads<sac>(off_policy_config<sac<ls::cpu>>(700));
    support::check_any_device<sac>(off_policy_config<sac<ls::cpu>>(700));
    support::check_any_threads<td3>(off_policy_config<td3<ls::cpu>>(700));
}
