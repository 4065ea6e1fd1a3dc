// SPDX-License-Identifier: MIT
// A minibatch of PPO with its loss in double, for policies that draw from one distribution or another, with layers that
// remember or not.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/core/random.hpp>
#include <lockstep/envs/acrobot.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/ppo/update.hpp>

#include <tests/support/plain_rollout.hpp>

namespace support::ppo {

namespace ls = lockstep;

template <class T>
double d(T x) {
    return static_cast<double>(x);
}

/// Derivatives by the actor's outputs and by the log deviation beside them.
struct slopes {
    numbers outputs;
    double log_deviation = 0;
};

// What policies draw from, in double: an action to try, its log_prob, the entropy, of one draw where `noise` is used, and
// the derivatives of by_log_prob log_prob + by_entropy entropy.
struct gaussian {
    using env = ls::envs::pendulum;
    template <class T>
    using actions = ls::gaussian_actions<env, T>;
    static float some_action(ls::random<float>& random) { return random.normal(); }
    static double log_prob(numbers const& mean, double log_deviation, double action) {
        double const z = (action - mean[0]) / std::exp(log_deviation);
        return -0.5 * z * z - log_deviation - 0.5 * std::log(2 * std::acos(-1.0));
    }
    static double entropy(numbers const&, double log_deviation, double) {
        return log_deviation + 0.5 + 0.5 * std::log(2 * std::acos(-1.0));
    }
    static slopes differentiate(numbers const& mean, double log_deviation, double action, double, double by_log_prob,
                                double by_entropy) {
        double const z = (action - mean[0]) / std::exp(log_deviation);
        return {{by_log_prob * z / std::exp(log_deviation)}, by_log_prob * (z * z - 1) + by_entropy};
    }
};
struct categorical {
    using env = ls::envs::acrobot;
    template <class T>
    using actions = ls::categorical_actions<env, T>;
    static float some_action(ls::random<float>& random) { return std::floor(3 * random.uniform()); }
    static double log_prob(numbers const& logits, double, double action) {
        double const sum = std::exp(logits[0]) + std::exp(logits[1]) + std::exp(logits[2]);
        return logits[static_cast<std::size_t>(action)] - std::log(sum);
    }
    static double entropy(numbers const& logits, double, double) {
        double sum = 0;
        for (double const action : {0.0, 1.0, 2.0}) {
            sum -= std::exp(log_prob(logits, 0, action)) * log_prob(logits, 0, action);
        }
        return sum;
    }
    static slopes differentiate(numbers const& logits, double, double action, double, double by_log_prob, double by_entropy) {
        slopes result;
        for (double const index : {0.0, 1.0, 2.0}) {
            double const log_p = log_prob(logits, 0, index), p = std::exp(log_p);
            double const of_log_prob = (index == action ? 1 : 0) - p, of_entropy = -p * (log_p + entropy(logits, 0, 0));
            result.outputs.push_back(by_log_prob * of_log_prob + by_entropy * of_entropy);
        }
        return result;
    }
};
struct squashed {
    using env = ls::envs::pendulum;
    template <class T>
    using actions = ls::squashed_actions<env, T>;
    static float some_action(ls::random<float>& random) { return random.normal(); }
    static double log_prob(numbers const& from, double, double x) {
        return gaussian::log_prob(from, from[1], x) - std::log(1 - std::tanh(x) * std::tanh(x));
    }
    static double entropy(numbers const& from, double, double noise) {
        return -log_prob(from, 0, from[0] + std::exp(from[1]) * noise);
    }
    static slopes differentiate(numbers const& from, double, double x, double noise, double by_log_prob, double by_entropy) {
        auto const of_log_prob = gaussian::differentiate(from, from[1], x, 0, by_log_prob, 0);
        double const spread = std::exp(from[1]) * noise, by_draw = -2 * std::tanh(from[0] + spread) * by_entropy;
        return {{of_log_prob.outputs[0] + by_draw, of_log_prob.log_deviation + by_entropy + by_draw * spread}};
    }
};

using plain_layers = ls::hidden_layers<ls::tanh_activation, 32, 16>;
using layers_that_remember = ls::recurrent_layers<5, ls::tanh_activation, 12>;

template <class Policy, class Number = float, class Hidden = plain_layers>
struct setting {
    using policy = Policy;
    using networks = ls::actor_critic<typename Policy::env, Hidden, typename Policy::template actions<Number>>;
    using minibatch = ls::ppo_minibatch<networks>;
    using T = Number;
    using R = ls::native_pack<T>;
    static constexpr std::size_t width = ls::width_of<R>, horizon = 8, groups = 40, packs = groups * ls::group_packs<T>;
    static constexpr std::size_t environments = packs / horizon * width;
    ls::ppo_config config{.horizon = horizon, .clip = 0.1f, .value_clip = 0.3f, .value_coefficient = 0.7f,
                          .entropy_coefficient = 0.01f, .gradient_norm = 0.5f, .target_kl = 0};
    std::vector<T> parameters = std::vector<T>(networks::parameter_count);
    std::vector<T> transposed_weights = std::vector<T>(std::max<std::size_t>(1, networks::transposed_count));
    std::vector<T> first = std::vector<T>(networks::parameter_count), second = first, gradient = first;
    std::vector<T> slice_gradients = std::vector<T>(networks::parameter_count * minibatch::most_slices);
    std::vector<T> squared_norms = std::vector<T>(minibatch::ranges);
    std::vector<ls::loss_sums<T>> losses{2 * minibatch::most_slices};
    T rate_scale = 1;
    std::uint32_t steps_taken = 0;
    ls::adam_step<T> adam{};
    std::vector<typename ls::ppo_view<networks>::sample_pack> samples{packs};
    std::vector<std::array<R, networks::memory_size>> memories{packs / horizon};
    std::vector<T> sequences = std::vector<T>(2 * minibatch::most_slices * minibatch::sequence_numbers(horizon));
    ls::ppo_progress<T> progress{};

    setting() {
        networks::initialize(parameters, 2, -0.3f);
        networks::transpose_weights(parameters.data(), transposed_weights.data());
        progress.advantage_mean = T(0.1f);
        progress.advantage_scale = T(0.8f);
        ls::random<float> random(1, 0, 0);
        auto const draw = [&](R& number) {
            for (std::size_t l = 0; l < width; ++l) {
                put(number, l, random.normal());
            }
        };
        for (auto& s : samples) {
            for (R& number : ls::numbers_of<R>(s)) {
                draw(number);
            }
            s.ended = ls::select(R(1) < s.ended, R(1), R(0));
            s.ratio = exp(R(0.3f) * s.ratio);
            for (std::size_t l = 0; l < width; ++l) {
                put(s.action[0], l, Policy::some_action(random));
            }
        }
        for (auto& memory : memories) {
            for (R& number : memory) {
                draw(number);
            }
        }
        plain_rollout<actor> acting = actor_of(parameters);
        for (std::size_t e = 0; e < environments; ++e) {
            auto const outputs = acting.forward(seen_by_actor(e));
            for (std::size_t t = 0; t < horizon; ++t) {
                auto& s = samples[place(e, t)];
                std::size_t const l = e % width;
                double const log_deviation = d(parameters[networks::log_deviation]);
                double const now = Policy::log_prob(outputs[t], log_deviation, d(ls::lane(s.action[0], l)));
                put(s.log_prob, l, static_cast<float>(now) + 0.3f * static_cast<float>(ls::lane(s.log_prob, l)));
            }
        }
    }

    ls::ppo_view<networks> view() {
        ls::ppo_view<networks> result{};
        result.parameters = parameters.data();
        result.transposed_weights = transposed_weights.data();
        result.first_moment = first.data();
        result.second_moment = second.data();
        result.gradient = gradient.data();
        result.slice_gradients = slice_gradients.data();
        result.sequences = sequences.data();
        result.squared_norms = squared_norms.data();
        result.losses = losses.data();
        result.rate_scale = &rate_scale;
        result.steps_taken = &steps_taken;
        result.step = &adam;
        result.samples = samples.data();
        result.first_memories = memories.data();
        result.progress = &progress;
        return result;
    }
    minibatch kernel(std::size_t slices) {
        std::size_t const shuffled = ls::recurrent<typename networks::actor> ? groups / horizon : groups;
        return {.view = view(),
                .loss = {.clip = config.clip, .value_clip = config.value_clip, .entropy_coefficient = config.entropy_coefficient,
                         .value_coefficient = config.value_coefficient, .seed = config.seed, .shuffle = 11,
                         .penalize_ratio = config.penalize_ratio},
                .learning_rate = T(1e-3f), .gradient_norm = T(config.gradient_norm),
                .desired_kl = T(config.desired_kl), .target_kl = T(config.target_kl),
                .critic_continues = config.critic_continues,
                .per_sample = T(1) / static_cast<T>(packs * width), .shuffled = {config.seed, shuffled, 11}, .first_group = 0,
                .groups = groups, .slices = slices, .horizon = horizon};
    }
    /// The gradient, and what is made of it before the descent.
    void step(minibatch const& kernel) {
        for (std::size_t i = 0; i < 2 * kernel.slices; ++i) {
            ls::ppo_differentiate<networks>{kernel}(i);
        }
        for (std::size_t i = 0; i < minibatch::ranges; ++i) {
            ls::ppo_gather<networks>{kernel}(i);
        }
        ls::ppo_check<networks>{kernel}(0);
    }
    void descend(minibatch const& kernel) {
        for (std::size_t i = 0; i < minibatch::ranges; ++i) {
            ls::ppo_descend<networks>{kernel}(i);
        }
        ls::ppo_transpose<networks>{kernel}(0);
        ls::ppo_transpose<networks>{kernel}(1);
    }

    using actor = typename networks::actor;
    using critic = typename networks::critic;
    static plain_rollout<actor> actor_of(std::vector<T> const& p) {
        return plain_rollout<actor>(numbers(p.begin(), p.begin() + actor::parameter_count));
    }
    static plain_rollout<critic> critic_of(std::vector<T> const& p) {
        return plain_rollout<critic>(numbers(p.begin() + networks::critic_begin, p.end()));
    }

    /// Where the sample of a step of an environment is, in lane environment % width.
    static std::size_t place(std::size_t environment, std::size_t step) { return step * (packs / horizon) + environment / width; }
    /// The same, in double.
    struct plain_sample {
        double action, log_prob, ratio, value, advantage, target, entropy_noise;
    };
    plain_sample sample(std::size_t environment, std::size_t step) const {
        std::size_t const at = place(environment, step), l = environment % width;
        auto const& s = samples[at];
        ls::random<R> draws(config.seed, ls::consecutive_words<R>(static_cast<std::uint32_t>(at * width)),
                            ls::constant_words<R>(11), ls::draw_purpose::entropy);
        R const noise = draws.normal();
        return {.action = d(ls::lane(s.action[0], l)),
                .log_prob = d(ls::lane(s.log_prob, l)),
                .ratio = d(ls::lane(s.ratio, l)),
                .value = d(ls::lane(s.value, l)),
                .advantage = (d(ls::lane(s.advantage, l)) - d(progress.advantage_mean)) * d(progress.advantage_scale),
                .target = d(ls::lane(s.target, l)),
                .entropy_noise = d(ls::lane(noise, l))};
    }
    seen seen_by_actor(std::size_t environment) const { return seen_by(environment, 0, ls::memory_size<actor>); }
    seen seen_by_critic(std::size_t environment) const {
        return seen_by(environment, ls::memory_size<actor>, networks::memory_size);
    }

    /// The policy's loss of a sample. ratio: to the policy that drew it; before: that ratio at the iteration's start.
    double surrogate(double ratio, double before, double advantage) const {
        double const epsilon = d(config.clip), moved = ratio - before;
        if (config.penalize_ratio) {
            return std::abs(advantage) * moved * moved / (2 * epsilon) - ratio * advantage;
        }
        return -std::min(ratio * advantage, std::clamp(ratio, before - epsilon, before + epsilon) * advantage);
    }
    /// The mean loss of all samples in double: eq. 9 of the paper with its signs turned, for minimisation.
    double loss(std::vector<double> const& p) const {
        plain_rollout<actor> acting(numbers(p.begin(), p.begin() + actor::parameter_count));
        plain_rollout<critic> value(numbers(p.begin() + networks::critic_begin, p.end()));
        double const log_deviation = p[networks::log_deviation], reach = d(config.value_clip);
        double sum = 0;
        for (std::size_t e = 0; e < environments; ++e) {
            auto const outputs = acting.forward(seen_by_actor(e)), values = value.forward(seen_by_critic(e));
            for (std::size_t t = 0; t < horizon; ++t) {
                auto const s = sample(e, t);
                double const ratio = std::exp(Policy::log_prob(outputs[t], log_deviation, s.action) - s.log_prob);
                sum += surrogate(s.ratio * ratio, s.ratio, s.advantage);
                double const error = values[t][0] - s.target;
                double const bounded = s.value + std::clamp(values[t][0] - s.value, -reach, reach) - s.target;
                sum += d(config.value_coefficient) * 0.5 * std::max(error * error, bounded * bounded);
                sum -= d(config.entropy_coefficient) * Policy::entropy(outputs[t], log_deviation, s.entropy_noise);
            }
        }
        return sum / static_cast<double>(packs * width);
    }

private:
    /// By a network whose memory is [begin, end) of what is remembered.
    seen seen_by(std::size_t environment, std::size_t begin, std::size_t end) const {
        std::size_t const l = environment % width;
        seen result;
        for (std::size_t t = 0; t < horizon; ++t) {
            auto const& s = samples[place(environment, t)];
            numbers observation;
            for (R const& pack : s.observation) {
                observation.push_back(d(ls::lane(pack, l)));
            }
            result.observations.push_back(observation);
            result.ended.push_back(ls::lane(s.ended, l) != 0);
        }
        for (std::size_t u = begin; u < end; ++u) {
            result.memory.push_back(d(ls::lane(memories[environment / width][u], l)));
        }
        return result;
    }
    static void put(R& pack, std::size_t l, float x) {
        if constexpr (width == 1) {
            pack = static_cast<T>(x);
        } else {
            pack.set(l, x);
        }
    }
};

}  // namespace support::ppo
