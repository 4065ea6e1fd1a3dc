// SPDX-License-Identifier: MIT
#include <lockstep/rl/td3_update.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <doctest/doctest.h>

#include "../support/off_policy.hpp"

namespace ls = lockstep;

namespace {

using support::numbers;
using hidden = ls::hidden_layers<ls::relu_activation, 32, 16>;
using exact = ls::td3_update<ls::td3_networks<support::sizes, hidden, double>>;
using in_lanes = ls::td3_update<ls::td3_networks<support::sizes, hidden>>;

ls::td3_config const config{.environments = 32, .seed = 7, .capacity = 2000, .batch = 100, .actor_delay = 1,
                            .actor_learning_rate = 2e-3f, .critic_learning_rate = 1e-3f, .target_noise = 0.4f,
                            .discount = 0.9f, .target_rate = 0.1f};

/// TD3 in plain loops.
struct plain_td3 : support::plain_learner<exact> {
    actor_network target_policy{part(setting.targets, networks::target_actor, networks::actor::parameter_count)};
    std::size_t clipped = 0;  ///< components of noise that were cut

    static numbers squashed(numbers x) {
        std::transform(x.begin(), x.end(), x.begin(), [](double y) { return std::tanh(y); });
        return x;
    }

    numbers next_action(transition const& at, std::size_t n, std::uint32_t number) {
        double const most = static_cast<double>(setting.config.target_noise_clip);
        numbers action = squashed(target_policy.forward(at.next_observation));
        auto random = draws(n, number, exact::next_noise);
        for (double& a : action) {
            double const noise = static_cast<double>(setting.config.target_noise) * random.normal();
            clipped += std::abs(noise) > most;
            a = std::clamp(a + std::clamp(noise, -most, most), -1.0, 1.0);
        }
        return action;
    }

    void update(std::uint32_t number) {
        for (std::size_t n = 0; n < count; ++n) {
            auto const at = sample(n, number);
            regress(at, at.reward + at.discount * target_value(at.next_observation, next_action(at, n, number)));
        }
        improve_critics(number);
        if (number % setting.config.actor_delay != 0) {
            return;
        }
        for (std::size_t n = 0; n < count; ++n) {
            auto const at = sample(n, number);
            numbers const action = squashed(policy.forward(at.observation));
            auto judge = critics[0];  // a copy: its gradient is no one's
            judge.forward(support::joined(at.observation, action));
            numbers const by_pair = judge.backward({1.0});
            numbers by_output(2);
            for (std::size_t a = 0; a < 2; ++a) {
                by_output[a] = -by_pair[3 + a] * (1 - action[a] * action[a]) / static_cast<double>(count);
            }
            policy.backward(by_output);
        }
        improve_policy(number);
        follow_critics();
        target_policy.follow(policy, static_cast<double>(setting.config.target_rate));
    }

    double difference() const {
        double worst = plain_learner::difference();
        support::for_each_parameter<networks::actor>([&](std::size_t i) {
            worst = std::max(worst, std::abs(target_policy.parameters[i] - setting.targets[networks::target_actor + i]));
        });
        return worst;
    }
};

}  // namespace

TEST_CASE("ten updates are those of the paper, by plain loops in double") {
    for (std::size_t const delay : {1, 2}) {
        auto delayed = config;
        delayed.actor_delay = delay;
        delayed.n_step = delay;
        support::update_setting<exact> s(delayed);
        plain_td3 expected{{{s}}};
        for (std::uint32_t number = 1; number <= 10; ++number) {
            CAPTURE(number);
            s.run(number);
            expected.update(number);
            CHECK(expected.difference() < 1e-10);
        }
        CHECK(expected.clipped > 0);
        CHECK(expected.clipped < 10 * config.batch);
        CHECK(s.parameters[0] != support::update_setting<exact>(delayed).parameters[0]);
    }
}

TEST_CASE("gradients are those of the losses of critic and actor, by central differences") {
    support::update_setting<exact> s(config);
    plain_td3 before{{{s}}};
    s.run(1);
    plain_td3 after{{{s}}};  // the actor is judged by critics that were improved
    double const share = 1 / static_cast<double>(config.batch);
    support::check_slopes(before.critics[0], s.gradient, exact::networks::critic_begin(0), [&] {
        double loss = 0;
        for (std::size_t n = 0; n < config.batch; ++n) {
            auto const at = before.sample(n, 1);
            double const value = before.target_value(at.next_observation, before.next_action(at, n, 1));
            double const q = before.critics[0].forward(support::joined(at.observation, at.action))[0];
            loss += 0.5 * std::pow(q - at.reward - at.discount * value, 2) * share;
        }
        return loss;
    });
    support::check_slopes(before.policy, s.gradient, 0, [&] {
        double loss = 0;
        for (std::size_t n = 0; n < config.batch; ++n) {
            auto const at = before.sample(n, 1);
            numbers const action = plain_td3::squashed(before.policy.forward(at.observation));
            loss -= after.critics[0].forward(support::joined(at.observation, action))[0] * share;
        }
        return loss;
    });
}

TEST_CASE("floats in lanes have the gradients of doubles") {
    support::check_gradients_in_lanes<in_lanes, exact>(config);
}

TEST_CASE("between the actor's updates the actor and all targets stand still") {
    auto delayed = config;
    delayed.actor_delay = 2;
    support::update_setting<in_lanes> s(delayed);
    using networks = in_lanes::networks;
    auto const before = s.parameters;
    auto const targets = s.targets;
    s.run(1);
    CHECK(std::equal(before.begin(), before.begin() + networks::actor::parameter_count, s.parameters.begin()));
    CHECK(before[networks::critic_begin(0)] != s.parameters[networks::critic_begin(0)]);
    CHECK(s.targets == targets);
    CHECK(s.progress.policy_loss == 0);
    s.run(2);
    CHECK_FALSE(std::equal(before.begin(), before.begin() + networks::actor::parameter_count, s.parameters.begin()));
    CHECK(s.targets != targets);
    CHECK(s.progress.policy_loss != 0);
}
