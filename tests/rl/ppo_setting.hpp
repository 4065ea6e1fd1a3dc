// SPDX-License-Identifier: MIT
// A minibatch of PPO with its loss in double, for policies that draw from one distribution or another.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/acrobot.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo_update.hpp>
#include <lockstep/rl/squashed_actions.hpp>

namespace support::ppo {

namespace ls = lockstep;

template <class T>
double d(T x) {
    return static_cast<double>(x);
}

/// A network of Layout in double, written out.
template <class Layout>
std::vector<double> forward(std::vector<double> const& p, std::size_t begin, std::vector<double> x) {
    for (std::size_t l = 0; l <= Layout::hidden_layers; ++l) {
        std::vector<double> y(Layout::layer_outputs(l));
        for (std::size_t o = 0; o < y.size(); ++o) {
            y[o] = p[begin + Layout::bias(l, o)];
            for (std::size_t i = 0; i < x.size(); ++i) {
                y[o] += p[begin + Layout::weight(l, o, i)] * x[i];
            }
            y[o] = l < Layout::hidden_layers ? std::tanh(y[o]) : y[o];
        }
        x = y;
    }
    return x;
}

// What policies draw from, in double: an action to try, its log_prob, and the entropy, of one draw where `noise` is used.
struct gaussian {
    using env = ls::envs::pendulum;
    using actions = ls::gaussian_actions<env>;
    static float some_action(ls::random<float>& random) { return random.normal(); }
    static double log_prob(std::vector<double> const& mean, double log_deviation, double action) {
        double const z = (action - mean[0]) / std::exp(log_deviation);
        return -0.5 * z * z - log_deviation - 0.918938533204673;
    }
    static double entropy(std::vector<double> const&, double log_deviation, double) { return log_deviation + 1.418938533204673; }
};
struct gaussian_in_double : gaussian {
    using actions = ls::gaussian_actions<env, double>;
};
struct categorical {
    using env = ls::envs::acrobot;
    using actions = ls::categorical_actions<env>;
    static float some_action(ls::random<float>& random) { return std::floor(3 * random.uniform()); }
    static double log_prob(std::vector<double> const& logits, double, double action) {
        return logits[static_cast<std::size_t>(action)] - std::log(std::exp(logits[0]) + std::exp(logits[1]) + std::exp(logits[2]));
    }
    static double entropy(std::vector<double> const& logits, double, double) {
        double sum = 0;
        for (double const action : {0.0, 1.0, 2.0}) {
            sum -= std::exp(log_prob(logits, 0, action)) * log_prob(logits, 0, action);
        }
        return sum;
    }
};
struct squashed {
    using env = ls::envs::pendulum;
    using actions = ls::squashed_actions<env>;
    static float some_action(ls::random<float>& random) { return random.normal(); }
    static double log_prob(std::vector<double> const& from, double, double x) {
        return gaussian::log_prob(from, from[1], x) - std::log(1 - std::tanh(x) * std::tanh(x));
    }
    static double entropy(std::vector<double> const& from, double, double noise) {
        return -log_prob(from, 0, from[0] + std::exp(from[1]) * noise);
    }
};

template <class Policy>
struct setting {
    using networks = ls::actor_critic<typename Policy::env, ls::hidden_layers<ls::tanh_activation, 32, 16>, typename Policy::actions>;
    using update = ls::ppo_update<networks>;
    using T = typename networks::number;
    using R = ls::native_row<T>;
    static constexpr std::size_t rows = 40, width = ls::width_of<R>;
    ls::ppo_config config{.clip = 0.1f, .value_clip = 0.3f, .value_coefficient = 0.7f, .entropy_coefficient = 0.01f};
    std::vector<T> parameters = std::vector<T>(networks::parameter_count);
    std::vector<T> derived = std::vector<T>(networks::derived_count);
    std::vector<T> first = std::vector<T>(networks::parameter_count), second = first, gradient = first;
    std::vector<T> slice_gradients = std::vector<T>(networks::parameter_count * update::most_slices);
    std::vector<T> squared_norms = std::vector<T>(update::ranges);
    std::vector<ls::loss_sums<R>> losses{2 * update::most_slices};
    std::vector<std::uint32_t> steps_taken = {0, 0};
    std::vector<typename update::sample_row> samples{rows};
    ls::ppo_progress progress{};

    setting() {
        networks::initialize(parameters, 2, -0.3f);
        networks::derive(parameters.data(), derived.data());
        progress.advantage_mean = 0.1f;
        progress.advantage_scale = 0.8f;
        ls::random<float> random(1, 0, 0);
        for (auto& s : samples) {
            for (R& number : ls::rows<R>(s)) {
                for (std::size_t l = 0; l < width; ++l) {
                    put(number, l, random.normal());
                }
            }
            for (std::size_t l = 0; l < width; ++l) {
                put(s.action[0], l, Policy::some_action(random));
                auto const now = Policy::log_prob(outputs({parameters.begin(), parameters.end()}, s, l),
                                                  d(parameters[networks::log_deviation]), d(ls::lane(s.action[0], l)));
                put(s.log_prob, l, static_cast<float>(now) + 0.3f * static_cast<float>(ls::lane(s.log_prob, l)));
            }
        }
    }
    static void put(R& row, std::size_t l, float x) {
        if constexpr (width == 1) {
            row = static_cast<T>(x);
        } else {
            row.set(l, x);
        }
    }
    static std::vector<double> observation(typename update::sample_row const& s, std::size_t l) {
        std::vector<double> x;
        for (R const& row : s.observation) {
            x.push_back(d(ls::lane(row, l)));
        }
        return x;
    }
    static std::vector<double> outputs(std::vector<double> const& p, typename update::sample_row const& s, std::size_t l) {
        return forward<typename networks::actor>(p, 0, observation(s, l));
    }
    update kernel(std::size_t slices) {
        return {.config = config, .learning_rate = 1e-3f, .shuffle = 11, .first_row = 0, .minibatch_rows = rows, .all_rows = rows,
                .slices = slices, .samples = samples.data(), .parameters = parameters.data(), .derived = derived.data(),
                .first_moment = first.data(), .second_moment = second.data(), .gradient = gradient.data(),
                .slice_gradients = slice_gradients.data(), .squared_norms = squared_norms.data(), .losses = losses.data(),
                .steps_taken = steps_taken.data(), .progress = &progress};
    }
    void step(update const& kernel) {
        for (std::size_t i = 0; i < kernel.slices; ++i) {
            kernel.differentiate(i, 0);
            kernel.differentiate(i, 1);
        }
        kernel.judge();
        for (std::size_t i = 0; i < update::ranges; ++i) {
            kernel.gather(i);
        }
    }
    /// The mean loss of all samples in double: eq. 9 of the paper with its signs turned, for minimisation.
    double loss(std::vector<double> const& p) const {
        double sum = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            auto const& s = samples[row];
            ls::random<R> draws(config.seed, ls::consecutive_words<R>(static_cast<std::uint32_t>(row * width)),
                                ls::constant_words<R>(11), ls::ppo_gradient<networks>::entropy_noise);
            R const noise = draws.normal();
            for (std::size_t l = 0; l < width; ++l) {
                double const log_deviation = p[networks::log_deviation];
                auto const from = outputs(p, s, l);
                double const log_prob = Policy::log_prob(from, log_deviation, d(ls::lane(s.action[0], l)));
                double const ratio = std::exp(log_prob - d(ls::lane(s.log_prob, l)));
                double const advantage = (d(ls::lane(s.advantage, l)) - d(progress.advantage_mean)) * d(progress.advantage_scale);
                double const epsilon = d(config.clip);
                sum -= std::min(ratio * advantage, std::min(std::max(ratio, 1 - epsilon), 1 + epsilon) * advantage);
                double const value = forward<typename networks::critic>(p, networks::critic_begin, observation(s, l))[0];
                double const old = d(ls::lane(s.value, l)), target = d(ls::lane(s.target, l)), reach = d(config.value_clip);
                double const bounded = old + std::min(std::max(value - old, -reach), reach) - target;
                sum += d(config.value_coefficient) * 0.5 * std::max((value - target) * (value - target), bounded * bounded);
                sum -= d(config.entropy_coefficient) * Policy::entropy(from, log_deviation, d(ls::lane(noise, l)));
            }
        }
        return sum / static_cast<double>(rows * width);
    }
};

}  // namespace support::ppo
