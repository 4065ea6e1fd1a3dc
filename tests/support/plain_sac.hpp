// SPDX-License-Identifier: MIT
// Soft actor-critic in plain loops, on the critics of any kind.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "plain_network.hpp"
#include "plain_squashed.hpp"

namespace support {

/// Learner is a plain_learner of an sac_update, or one whose critics are others.
template <class Learner>
struct plain_sac : Learner {
    using typename Learner::networks, typename Learner::update_type;
    using Learner::count, Learner::draws, Learner::policy, Learner::sample, Learner::setting;
    double log_temperature = setting.parameters[networks::log_temperature];
    plain_adam optimizer = {};
    std::size_t held = 0;  ///< log deviations outside their bounds

    void update(std::uint32_t number) {
        double const alpha = std::exp(log_temperature), share = 1 / static_cast<double>(count);
        for (std::size_t n = 0; n < count; ++n) {
            auto const at = sample(n, number);
            auto const next =
                plain_draw::from(policy.forward(at.next_observation), draws(n, number, ls::draw_purpose::next_action));
            this->regress(at, at.reward - at.discount * alpha * next.log_prob, next.action);
        }
        this->improve_critics(number);
        this->follow_critics();
        if (number % setting.config.actor_delay != 0) {
            return;
        }
        double log_prob = 0;
        for (std::size_t n = 0; n < count; ++n) {
            auto const at = sample(n, number);
            auto const d = plain_draw::from(policy.forward(at.observation), draws(n, number, ls::draw_purpose::policy_action));
            log_prob += d.log_prob * share;
            bool const first = this->value(0, at.observation, d.action) < this->value(1, at.observation, d.action);
            held += !d.inside(0) + !d.inside(1);
            policy.backward(d.gradient(alpha, this->value_gradient(first ? 0 : 1, at.observation, d.action), share));
        }
        this->improve_policy(number);
        log_temperature -= optimizer(-(log_prob + 2 * static_cast<double>(setting.config.target_entropy)),
                                     static_cast<double>(setting.config.temperature_learning_rate), Learner::epsilon,
                                     static_cast<double>(number / setting.config.actor_delay));
    }

    double difference() const {
        return std::max(Learner::difference(), std::abs(log_temperature - setting.parameters[networks::log_temperature]));
    }
};

}  // namespace support
