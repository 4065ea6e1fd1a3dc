// SPDX-License-Identifier: MIT
// Soft actor-critic's policy in plain loops: a draw of two bounded actions, and the backward pass.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <lockstep/core/random.hpp>

#include "plain_network.hpp"

namespace support {

struct plain_draw {
    numbers outputs, noise, action = numbers(2), log_deviation = numbers(2);
    double log_prob = 0;

    /// From an actor's outputs: two means, two log deviations.
    static plain_draw from(numbers const& outputs, lockstep::random<double> random) {
        plain_draw d{.outputs = outputs, .noise = {random.normal(), random.normal()}};
        for (std::size_t a = 0; a < 2; ++a) {
            d.log_deviation[a] = std::clamp(d.outputs[2 + a], -20.0, 2.0);
            double const x = d.outputs[a] + std::exp(d.log_deviation[a]) * d.noise[a];
            d.action[a] = std::tanh(x);
            d.log_prob += -0.5 * d.noise[a] * d.noise[a] - d.log_deviation[a] - 0.5 * std::log(2 * std::acos(-1.0)) +
                          2 * std::log(std::cosh(x));
        }
        return d;
    }

    bool inside(std::size_t a) const { return log_deviation[a] == outputs[2 + a]; }

    /// Of `share` times alpha log_prob - value, with respect to the outputs, where the value's is `by_action`.
    numbers gradient(double alpha, numbers const& by_action, double share) const {
        numbers by_output(4);
        for (std::size_t a = 0; a < 2; ++a) {
            double const by_x = (alpha * 2 * action[a] - by_action[a] * (1 - action[a] * action[a])) * share;
            by_output[a] = by_x;
            by_output[2 + a] = inside(a) ? by_x * std::exp(log_deviation[a]) * noise[a] - alpha * share : 0;
        }
        return by_output;
    }
};

}  // namespace support
