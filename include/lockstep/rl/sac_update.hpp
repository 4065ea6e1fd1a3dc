// SPDX-License-Identifier: MIT
// An update of soft actor-critic (Haarnoja et al. 2018b, "Soft Actor-Critic Algorithms and Applications", algorithm 1), as
// kernels over the parts of a minibatch and over the two critics.
//
// A critic, its target and its optimiser are worked on by one thread, which keeps them in its cache; only actions, values
// and their gradients cross. Parts are added in their order, so results are the same to the bit for any number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/moments.hpp>
#include <lockstep/rl/normalizer.hpp>
#include <lockstep/rl/replay_buffer.hpp>
#include <lockstep/rl/sac_config.hpp>
#include <lockstep/rl/sac_networks.hpp>
#include <lockstep/rl/sac_samples.hpp>

namespace lockstep {

/// The temperature, learnt by its logarithm, with the moments of Adam. Element 0 counts.
struct sac_temperature {
    alignas(64) float log_value[simd_width];
    alignas(64) float first_moment[simd_width];
    alignas(64) float second_moment[simd_width];
    alignas(64) float gradient[simd_width];

    float value() const { return exp(log_value[0]); }
};

/// Sums over the updates of an iteration, of means over the minibatch.
struct sac_progress {
    float critic_loss[2];  ///< half the squared error
    float value[2];        ///< of what was sampled
    float log_prob, policy_loss;
    float temperature;     ///< after the last update; no sum
};

template <class Networks>
struct sac_update {
    using R = native_lanes;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using samples_type = sac_samples<Networks>;
    static constexpr std::size_t width = native_width;
    static constexpr std::size_t block = samples_type::block;
    static constexpr std::size_t observation_size = Networks::observation_size;
    static constexpr std::size_t action_size = Networks::action_size;
    static constexpr float epsilon = 1e-8f;                              ///< of Adam
    static constexpr std::uint32_t replay = 3, next_noise = 4, noise = 5;  ///< purposes of random numbers

    sac_config config;
    std::uint32_t number;           ///< of this update, from 1
    std::size_t made;               ///< steps each environment has made
    replay_view<observation_size, action_size> memory;
    moments<observation_size> const* observation_moments;

    float* parameters;              ///< [Networks::parameter_count]
    float* derived;
    float* first_moment;
    float* second_moment;
    float* gradient;
    float* targets;                 ///< [2][critic::parameter_count]
    sac_temperature* temperature;
    samples_type* samples;          ///< [parts]
    sac_progress* progress;

    static std::size_t parts_of(std::size_t batch) { return (batch + block - 1) / block; }
    std::size_t parts() const { return parts_of(config.batch); }
    bool improves_actor() const { return number % config.actor_delay == 0; }

    /// Samples part `p` of the minibatch, and draws actions at its observations and at those that followed.
    void propose(std::size_t p) const {
        samples_type& to = samples[p];
        std::size_t const count = samples_of(p);
        auto const normalized = config.normalize_observations ? normalizer<observation_size>::from(*observation_moments)
                                                              : normalizer<observation_size>::identity();
        for (std::size_t first = 0; first < count; first += width) {
            transitions<observation_size, action_size> drawn;
            random<R> draws = stream(p, first, replay);
            memory.sample(draws, made, config.n_step, config.discount, drawn);
            place(normalized(load(drawn.observation, 0)), to.observation, first);
            place(normalized(load(drawn.next_observation, 0)), to.next_observation, first);
            place(load(drawn.action, 0), to.action, first);
            R::load(drawn.reward).store(to.reward + first);
            R::load(drawn.discount).store(to.discount + first);
        }
        forward_actor(to, to.next_observation, count);
        for (std::size_t first = 0; first < count; first += width) {
            auto const policy = Networks::distribution(to.policy.outputs + first, block);
            random<R> draws = stream(p, first, next_noise);
            auto const drawn = policy.at(policy.noise(draws));
            place(drawn.action, to.next_action, first);
            drawn.log_prob.store(to.next_log_prob + first);
        }
        if (!improves_actor()) {
            return;
        }
        forward_actor(to, to.observation, count);
        for (std::size_t first = 0; first < count; first += width) {
            auto const policy = Networks::distribution(to.policy.outputs + first, block);
            random<R> draws = stream(p, first, noise);
            auto const eps = policy.noise(draws);
            auto const drawn = policy.at(eps);
            place(eps, to.noise, first);
            place(drawn.action, to.proposed_action, first);
            drawn.log_prob.store(to.log_prob + first);
        }
    }

    /// The value of each next action by the target of critic `i`.
    void estimate_targets(std::size_t i) const {
        typename critic::template workspace<block> work;
        work.prepare();
        for (std::size_t p = 0; p < parts(); ++p) {
            samples_type& batch = samples[p];
            place_pair(batch.next_observation, batch.next_action, work);
            critic::forward(targets + i * critic::parameter_count, nullptr, work, samples_of(p));
            std::copy_n(work.outputs, block, batch.target_value[i]);
        }
    }

    /// A step of critic `i` towards the shared targets, and of its target network towards it; then what the improved
    /// critic thinks of the proposed actions.
    void improve_critic(std::size_t i) const {
        typename critic::template workspace<block> work;
        work.prepare();
        std::size_t const begin = Networks::critic_begin(i);
        float const* const weights = parameters + begin;
        float* const transposed = derived + Networks::critic_derived(i);
        R const per_sample = R(1.0f / static_cast<float>(config.batch));
        R const alpha = R(temperature->value());
        float loss = 0;
        float value = 0;
        for (std::size_t p = 0; p < parts(); ++p) {
            samples_type const& batch = samples[p];
            std::size_t const count = samples_of(p);
            place_pair(batch.observation, batch.action, work);
            critic::forward(weights, transposed, work, count);
            for (std::size_t first = 0; first < count; first += width) {
                // Eq. 5 and 6, with the smaller of both targets.
                R const next = min(R::load(batch.target_value[0] + first), R::load(batch.target_value[1] + first)) -
                               alpha * R::load(batch.next_log_prob + first);
                R const target = fma(R::load(batch.discount + first), next, R::load(batch.reward + first));
                ((R::load(work.outputs + first) - target) * per_sample).store(work.output_gradients + first);
            }
            for (std::size_t s = 0; s < count; ++s) {
                float const error = work.output_gradients[s] * static_cast<float>(config.batch);
                loss += 0.5f * error * error;
                value += work.outputs[s];
            }
            critic::backward(weights, transposed, work, count);
            critic::gradient(work, count, gradient + begin, p > 0);
        }
        adam_update({.learning_rate = config.critic_learning_rate, .epsilon = epsilon}, number, 1.0f, critic::parameter_count,
                    gradient + begin, parameters + begin, first_moment + begin, second_moment + begin);
        polyak_update(config.target_rate, critic::parameter_count, weights, targets + i * critic::parameter_count);
        critic::derive(weights, transposed);
        progress->critic_loss[i] += loss / static_cast<float>(config.batch);
        progress->value[i] += value / static_cast<float>(config.batch);
        if (!improves_actor()) {
            return;
        }
        std::fill_n(work.output_gradients, block, 1.0f);
        for (std::size_t p = 0; p < parts(); ++p) {
            samples_type& batch = samples[p];
            std::size_t const count = samples_of(p);
            place_pair(batch.observation, batch.proposed_action, work);
            critic::forward(weights, transposed, work, count);
            critic::backward(weights, transposed, work, count);
            critic::input_gradient(weights, work, count, observation_size);
            std::copy_n(work.outputs, block, batch.value[i]);
            std::memcpy(batch.value_gradient[i], work.input_gradients + observation_size * block, sizeof batch.value_gradient[i]);
        }
    }

    /// From alpha log_prob - min Q at the proposed actions of part `p` (eq. 7) back through the actor.
    void differentiate_actor(std::size_t p) const {
        samples_type& batch = samples[p];
        std::size_t const count = samples_of(p);
        R const per_sample = R(1.0f / static_cast<float>(config.batch));
        R const by_log_prob = R(temperature->value()) * per_sample;
        for (std::size_t first = 0; first < count; first += width) {
            auto const first_is_smaller = R::load(batch.value[0] + first) < R::load(batch.value[1] + first);
            auto const drawn_action = load(batch.proposed_action, first);
            vector<R, action_size> by_action;
            for (std::size_t a = 0; a < action_size; ++a) {
                by_action[a] = -per_sample * select(first_is_smaller, R::load(batch.value_gradient[0][a] + first),
                                                    R::load(batch.value_gradient[1][a] + first));
            }
            auto const policy = Networks::distribution(batch.policy.outputs + first, block);
            auto const by = policy.draw_gradient({drawn_action, R::load(batch.log_prob + first)},
                                                 load(batch.noise, first), by_action, by_log_prob);
            for (std::size_t a = 0; a < action_size; ++a) {
                std::size_t const deviation = (action_size + a) * block + first;
                auto const held = policy.log_deviation[a] != R::load(batch.policy.outputs + deviation);
                by.mean[a].store(batch.policy.output_gradients + a * block + first);
                select(held, R(0), by.log_deviation[a]).store(batch.policy.output_gradients + deviation);
            }
        }
        actor::backward(parameters, derived, batch.policy, count);
    }

    /// Half `h` of the rows of the actor's gradient, over all parts.
    void gather_actor(std::size_t h) const {
        std::size_t const begin = h * actor::gradient_rows / 2;
        std::size_t const end = (h + 1) * actor::gradient_rows / 2;
        for (std::size_t p = 0; p < parts(); ++p) {
            actor::gradient(samples[p].policy, samples_of(p), gradient, p > 0, begin, end);
        }
    }

    /// A step of the actor, and of the temperature towards the entropy that is wanted (eq. 18, by the logarithm).
    void improve_actor() const {
        std::uint32_t const step = number / static_cast<std::uint32_t>(config.actor_delay);
        adam_update({.learning_rate = config.actor_learning_rate, .epsilon = epsilon}, step, 1.0f, actor::parameter_count, gradient,
                    parameters, first_moment, second_moment);
        actor::derive(parameters, derived);

        float log_prob = 0;
        float value = 0;
        for (std::size_t p = 0; p < parts(); ++p) {
            for (std::size_t s = 0; s < samples_of(p); ++s) {
                log_prob += samples[p].log_prob[s];
                value += std::min(samples[p].value[0][s], samples[p].value[1][s]);
            }
        }
        log_prob /= static_cast<float>(config.batch);
        value /= static_cast<float>(config.batch);
        progress->log_prob += log_prob;
        progress->policy_loss += temperature->value() * log_prob - value;
        temperature->gradient[0] = -(log_prob + config.target_entropy * static_cast<float>(action_size));
        adam_update({.learning_rate = config.temperature_learning_rate, .epsilon = epsilon}, step, 1.0f, simd_width,
                    temperature->gradient, temperature->log_value, temperature->first_moment, temperature->second_moment);
        progress->temperature = temperature->value();
    }

private:
    std::size_t samples_of(std::size_t p) const { return std::min(block, config.batch - p * block); }

    /// The random numbers of the row of samples that begins at `first` of part `p`, for one purpose in this update.
    random<R> stream(std::size_t p, std::size_t first, std::uint32_t purpose) const {
        auto const sample = static_cast<std::uint32_t>(p * block + first);
        return {config.seed, consecutive_words<R>(sample), constant_words<R>(number), purpose};
    }

    template <std::size_t N, std::size_t Stride>
    static vector<R, N> load(float const (&from)[N][Stride], std::size_t first) {
        vector<R, N> result;
        for (std::size_t i = 0; i < N; ++i) {
            result[i] = R::load(from[i] + first);
        }
        return result;
    }

    template <std::size_t N>
    static void place(vector<R, N> const& from, float (&to)[N][block], std::size_t first) {
        for (std::size_t i = 0; i < N; ++i) {
            from[i].store(to[i] + first);
        }
    }

    using observations = float[observation_size][block];
    using actions = float[action_size][block];

    static void place_pair(observations const& observation, actions const& action,
                           typename critic::template workspace<block>& work) {
        std::memcpy(work.inputs, observation, sizeof observation);
        std::memcpy(work.inputs + observation_size * block, action, sizeof action);
    }

    LOCKSTEP_NOINLINE void forward_actor(samples_type& batch, observations const& observation, std::size_t count) const {
        std::memcpy(batch.policy.inputs, observation, sizeof observation);
        actor::forward(parameters, derived, batch.policy, count);
    }
};

}  // namespace lockstep
