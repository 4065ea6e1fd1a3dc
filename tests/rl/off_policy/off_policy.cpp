// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/off_policy.hpp>

#include <cmath>
#include <concepts>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>
#include <tests/support/training.hpp>

#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

namespace ls = lockstep;

namespace {

using small = ls::hidden_layers<ls::relu_activation, 32, 32>;

/// The pendulum, with rewards whose squares are too large for a float.
support::breaking_pendulum dear_pendulum() {
    support::breaking_pendulum env;
    env.safe_speed = std::numeric_limits<float>::infinity();
    env.reward_scale = 1e25f;
    return env;
}

template <class Config>
Config small_config() {
    return {.environments = 32, .steps = 32 * 50, .seed = 5, .horizon = 10, .warmup = 320, .capacity = 1000, .batch = 80,
            .n_step = 2, .actor_delay = 2, .updates_per_step = 0.1f, .actor_learning_rate = 1e-3f, .critic_learning_rate = 1e-3f};
}

/// As above, with all that can be added to a replay.
template <class Config>
Config prioritized_config() {
    auto config = small_config<Config>();
    config.scale_rewards = true;
    config.priority_exponent = 0.6f;
    return config;
}

struct sac {
    using config = ls::sac_config;
    template <class Device>
    using learner = ls::sac<ls::envs::pendulum, Device, small>;
    using breaking = ls::sac<support::breaking_pendulum, ls::cpu, small>;
};
struct td3 {
    using config = ls::td3_config;
    template <class Device>
    using learner = ls::td3<ls::envs::pendulum, Device, small>;
    using breaking = ls::td3<support::breaking_pendulum, ls::cpu, small>;
};

}  // namespace

TEST_CASE_TEMPLATE("the same seed gives the same bits twice, on one thread and on several", L, sac, td3) {
    support::check_any_threads<L::template learner>(small_config<typename L::config>());
    support::check_any_threads<L::template learner>(prioritized_config<typename L::config>());
}

TEST_CASE_TEMPLATE("a device with its own memory gives the same bits, and an iteration sends only its metrics", L, sac, td3) {
    support::check_any_device<L::template learner>(small_config<typename L::config>());
    support::check_any_device<L::template learner>(prioritized_config<typename L::config>());
}

TEST_CASE_TEMPLATE("updates fall to steps after the warm-up, and a training ends at its steps", L, sac, td3) {
    ls::cpu device({.threads = 1});
    auto config = small_config<typename L::config>();
    typename L::template learner<ls::cpu> learner(device, config);
    auto m = learner.iterate();
    CHECK(m.steps == 320);
    CHECK(m.updates == 0);
    CHECK(std::isnan(m.critic_loss));
    CHECK(std::isnan(m.policy_loss));
    m = learner.iterate();
    CHECK(m.updates == 32);
    CHECK(std::isfinite(m.critic_loss));
    CHECK(std::isfinite(m.policy_loss));
    config.horizon = 30;
    typename L::template learner<ls::cpu> longer(device, config);
    longer.iterate();
    CHECK(longer.iterate().steps == config.steps);
    CHECK(longer.done());
}

TEST_CASE_TEMPLATE("scaled rewards are worth less than rewards, and priorities change what is learnt", L, sac, td3) {
    ls::cpu device({.threads = 1});
    using learner = typename L::template learner<ls::cpu>;
    auto const value_and_policy = [&](auto const& config) {
        learner trained(device, config);
        double value = 0;
        while (!trained.done()) {
            value = trained.iterate().value;
        }
        return std::pair(value, trained.policy().parameters);
    };
    auto plain = small_config<typename L::config>(), scaled = plain, prioritized = plain;
    plain.updates_per_step = scaled.updates_per_step = 1;
    scaled.scale_rewards = true;  // the pendulum's are about -6 at first, and their discounted sums vary by tens
    CHECK(value_and_policy(plain).first < -1);
    CHECK(std::abs(value_and_policy(scaled).first) < 0.3 * std::abs(value_and_policy(plain).first));
    prioritized.priority_exponent = 1;
    CHECK(value_and_policy(prioritized).second != value_and_policy(small_config<typename L::config>()).second);
}

TEST_CASE_TEMPLATE("learning rates fall linearly to their share at the last step", L, sac, td3) {
    ls::cpu device({.threads = 1});
    auto falling = small_config<typename L::config>();
    falling.horizon = 11;  // 352 steps, with which the first update comes
    falling.updates_per_step = 1.0f / 32;
    falling.actor_delay = 1;
    auto halved = falling;
    halved.actor_learning_rate *= 0.5f;
    halved.critic_learning_rate *= 0.5f;
    if constexpr (std::same_as<L, sac>) {
        halved.temperature_learning_rate *= 0.5f;
    }
    typename L::template learner<ls::cpu> expected(device, halved);
    CHECK(expected.iterate().updates == 1);
    auto const of_half = expected.policy().parameters;
    typename L::template learner<ls::cpu> constant(device, falling);
    constant.iterate();
    CHECK(constant.policy().parameters != of_half);

    falling.steps = 352;
    falling.final_rate_share = 0.5f;
    typename L::template learner<ls::cpu> at_end(device, falling);
    at_end.iterate();
    CHECK(at_end.done());
    CHECK(at_end.policy().parameters == of_half);

    falling.steps = 704;
    falling.final_rate_share = 0;
    typename L::template learner<ls::cpu> learner(device, falling);
    learner.iterate();
    CHECK(learner.policy().parameters == of_half);
    learner.iterate();
    CHECK(learner.done());
    auto const parameters = learner.policy().parameters;
    learner.iterate();
    CHECK(learner.policy().parameters == parameters);
}

TEST_CASE_TEMPLATE("a configuration that cannot work is refused before anything is taken", L, sac, td3) {
    ls::cpu device({.threads = 1});
    auto config = small_config<typename L::config>();
    config.capacity = 79;
    using learner = typename L::template learner<ls::cpu>;
    std::string const refusal = support::refusal([&] { learner(device, config); });
    CHECK(refusal.find("_config.capacity is 79, less than the batch of 80") != std::string::npos);
}

TEST_CASE_TEMPLATE("an environment that breaks is counted and does not stop the training", L, sac, td3) {
    ls::cpu device;
    support::check_breaking<typename L::breaking>(device, small_config<typename L::config>());
}

TEST_CASE_TEMPLATE("a loss that is not finite stops the training, which says where, and no network takes that step", L, sac,
                   td3) {
    ls::cpu device;
    auto config = small_config<typename L::config>();
    config.horizon = 20;
    typename L::breaking learner(device, config, dear_pendulum());
    std::string message;
    try {
        learner.iterate();
    } catch (std::runtime_error const& e) {
        message = e.what();
    }
    CHECK(message == "lockstep::" + std::string(L::breaking::name) +
                         ": the gradient of critic 0.0.weight is not finite in update 1 after 640 steps; the policy is that "
                         "of the update before, and no checkpoint was touched");
    for (float p : learner.policy().parameters) {
        CHECK(std::isfinite(p));
    }
}
