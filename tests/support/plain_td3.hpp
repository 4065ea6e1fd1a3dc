// SPDX-License-Identifier: MIT
// TD3 in plain loops, on the critics of any kind.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "plain_network.hpp"

namespace support {

/// Learner is a plain_learner of a td3_update, or one whose critics are others.
template <class Learner>
struct plain_td3 : Learner {
    using typename Learner::networks, typename Learner::transition, typename Learner::update_type;
    using Learner::count, Learner::draws, Learner::policy, Learner::sample, Learner::setting;
    typename Learner::actor_network target_policy{
        Learner::part(setting.targets, networks::target_actor, networks::actor::parameter_count)};
    std::size_t clipped = 0;  ///< components of noise that were cut

    static numbers squashed(numbers x) {
        std::transform(x.begin(), x.end(), x.begin(), [](double y) { return std::tanh(y); });
        return x;
    }

    numbers next_action(transition const& at, std::size_t n, std::uint32_t number) {
        double const most = static_cast<double>(setting.config.target_noise_clip);
        numbers action = squashed(target_policy.forward(at.next_observation));
        auto random = draws(n, number, ls::draw_purpose::next_action);
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
            this->regress(at, at.reward, next_action(at, n, number));
        }
        this->improve_critics(number);
        if (number % setting.config.actor_delay != 0) {
            return;
        }
        for (std::size_t n = 0; n < count; ++n) {
            auto const at = sample(n, number);
            numbers const action = squashed(policy.forward(at.observation));
            numbers slope = this->value_gradient(0, at.observation, action);
            for (std::size_t a = 0; a < 2; ++a) {
                slope[a] *= -(1 - action[a] * action[a]) / static_cast<double>(count);
            }
            policy.backward(slope);
        }
        this->improve_policy(number);
        this->follow_critics();
        target_policy.follow(policy, static_cast<double>(setting.config.target_rate));
    }

    double difference() const {
        double worst = Learner::difference();
        for_each_parameter<typename networks::actor>([&](std::size_t i) {
            worst = std::max(worst, std::abs(target_policy.parameters[i] - setting.targets[networks::target_actor + i]));
        });
        return worst;
    }
};

}  // namespace support
