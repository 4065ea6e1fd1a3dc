// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/td3/update.hpp>

#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>
#include <tests/support/plain_td3.hpp>

namespace ls = lockstep;

namespace {

using support::numbers;
using hidden = ls::hidden_layers<ls::relu_activation, 32, 16>;
using exact = ls::td3_update<ls::td3_networks<support::sizes, hidden, double>>;
using in_lanes = ls::td3_update<ls::td3_networks<support::sizes, hidden>>;

ls::td3_config const config{.environments = 32, .seed = 7, .capacity = 2000, .batch = 100, .actor_delay = 1,
                            .actor_learning_rate = 2e-3f, .critic_learning_rate = 1e-3f, .target_noise = 0.4f,
                            .discount = 0.9f, .target_rate = 0.1f};

using plain_td3 = support::plain_td3<support::plain_learner<exact>>;

}  // namespace

TEST_CASE("ten updates are those of the paper, by plain loops in double") {
    for (std::size_t const delay : {1, 2}) {
        auto delayed = config;
        delayed.actor_delay = delay;
        delayed.n_step = delay;
        support::update_setting<exact> s(delayed);
        plain_td3 expected{{{s}}};
        support::check_ten_updates(s, expected);
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
