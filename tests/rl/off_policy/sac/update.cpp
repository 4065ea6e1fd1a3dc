// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/sac/update.hpp>

#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>
#include <tests/support/plain_sac.hpp>
#include <tests/support/plain_squashed.hpp>

namespace ls = lockstep;

namespace {

using support::numbers;
using hidden = ls::hidden_layers<ls::relu_activation, 32, 16>;
using exact = ls::sac_update<ls::sac_networks<support::sizes, hidden, double>>;
using in_lanes = ls::sac_update<ls::sac_networks<support::sizes, hidden>>;

ls::sac_config const config{.environments = 32, .seed = 7, .capacity = 2000, .batch = 100, .actor_learning_rate = 2e-3f,
                            .critic_learning_rate = 1e-3f, .temperature_learning_rate = 5e-3f, .initial_temperature = 0.4f,
                            .discount = 0.9f, .target_rate = 0.1f};

/// A setting in which about half of the second log deviations are held at their bound.
template <class Update>
struct setting : support::update_setting<Update> {
    using base = support::update_setting<Update>;
    explicit setting(ls::sac_config const& c = config) : base(c) {
        this->parameters[base::actor::bias(base::actor::hidden_layers, 3)] = -20;
        base::networks::transpose_weights(this->parameters.data(), this->transposed_weights.data());
    }
};

using plain_sac = support::plain_sac<support::plain_learner<exact>>;

}  // namespace

TEST_CASE("ten updates are those of the paper, by plain loops in double") {
    for (std::size_t const delay : {1, 3}) {
        auto delayed = config;
        delayed.actor_delay = delay;
        delayed.n_step = delay;
        setting<exact> s(delayed);
        plain_sac expected{{{s}}};
        support::check_ten_updates(s, expected);
        CHECK(expected.held > 0);
        CHECK(expected.held < 10 * config.batch);
        CHECK(s.parameters[0] != setting<exact>(delayed).parameters[0]);
    }
}

TEST_CASE("gradients are those of the losses of critic, actor and temperature, by central differences") {
    setting<exact> s;
    plain_sac before{{{s}}};
    s.run(1);
    plain_sac after{{{s}}};  // the actor is judged by critics that were improved
    double const alpha = std::exp(before.log_temperature), share = 1 / static_cast<double>(config.batch);
    support::check_slopes(before.critics[1], s.gradient, exact::networks::critic_begin(1), [&] {
        double loss = 0;
        for (std::size_t n = 0; n < config.batch; ++n) {
            auto const at = before.sample(n, 1);
            numbers const outputs = before.policy.forward(at.next_observation);
            auto const next = support::plain_draw::from(outputs, before.draws(n, 1, ls::draw_purpose::next_action));
            double const value = before.target_value(at.next_observation, next.action) - alpha * next.log_prob;
            double const q = before.critics[1].forward(support::joined(at.observation, at.action))[0];
            loss += 0.5 * std::pow(q - at.reward - at.discount * value, 2) * share;
        }
        return loss;
    });
    double log_prob = 0;
    support::check_slopes(before.policy, s.gradient, 0, [&] {
        double loss = log_prob = 0;
        for (std::size_t n = 0; n < config.batch; ++n) {
            auto const at = before.sample(n, 1);
            auto const d = support::plain_draw::from(before.policy.forward(at.observation),
                                                     before.draws(n, 1, ls::draw_purpose::policy_action));
            numbers const pair = support::joined(at.observation, d.action);
            loss += (alpha * d.log_prob - std::min(after.critics[0].forward(pair)[0], after.critics[1].forward(pair)[0])) * share;
            log_prob += d.log_prob * share;
        }
        return loss;
    });
    // -log alpha * (log_prob + target entropy), with respect to log alpha
    double const slope = -(log_prob + 2 * static_cast<double>(config.target_entropy));
    CHECK(std::abs(s.gradient[exact::networks::log_temperature] - slope) < 1e-5);  // of the last policy that was tried
}

TEST_CASE("floats in lanes have the gradients of doubles") {
    support::check_gradients_in_lanes<in_lanes, exact>(config);
}

TEST_CASE("a delayed actor and its temperature stand still between its updates") {
    auto delayed = config;
    delayed.actor_delay = 2;
    setting<in_lanes> s(delayed);
    using networks = in_lanes::networks;
    auto const before = s.parameters;
    s.run(1);
    CHECK(std::equal(before.begin(), before.begin() + networks::actor::parameter_count, s.parameters.begin()));
    CHECK(before[networks::critic_begin(0)] != s.parameters[networks::critic_begin(0)]);
    CHECK(s.parameters[networks::log_temperature] == std::log(0.4f));
    s.run(2);
    CHECK_FALSE(std::equal(before.begin(), before.begin() + networks::actor::parameter_count, s.parameters.begin()));
    CHECK(s.parameters[networks::log_temperature] != std::log(0.4f));
    CHECK(s.progress.temperature == doctest::Approx(std::exp(s.parameters[networks::log_temperature])));
}
