// SPDX-License-Identifier: MIT
// The gradient of proximal policy optimisation's loss over a batch of samples, by the networks' parameters.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/block_of.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/actor_critic.hpp>
#include <lockstep/rl/actor_view.hpp>
#include <lockstep/rl/ppo_config.hpp>
#include <lockstep/rl/ppo_objective.hpp>
#include <lockstep/rl/sample.hpp>
#include <lockstep/rl/through_time.hpp>

namespace lockstep {

/// What the updates of an iteration leave in the device's memory.
struct ppo_progress {
    float stopped;         ///< 1 once the divergence exceeded its limit: the iteration's other updates do nothing
    float advantage_mean;
    float advantage_scale;  ///< 1 / deviation
    float minibatches;      ///< looked at
    float nonfinite[2];     ///< the minibatch whose gradient was not finite, from 1, as each network saw it; 0: none
    float policy_loss, value_loss, approximate_kl, clipped, entropy;  ///< sums over the minibatches' means
};

/// Sums over the samples of a slice, for each network those of its own losses: numbers, or ordered sums that still grow.
template <class Sum>
struct loss_sums {
    Sum policy_loss, value_loss, approximate_kl, clipped, entropy;
};

/// A part of the gradient of a minibatch's mean loss, as groups of samples are added to it, each given by its first row.
template <class Networks>
struct ppo_gradient {
    using T = typename Networks::number;
    using R = native_row<T>;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using actions = typename Networks::actions;
    using sample_row = sample<R, Networks::critic_observation_size, Networks::action_size>;
    static constexpr std::size_t width = row_width<T>;
    static constexpr std::size_t group = group_rows<T> * width;
    /// Samples that go forward and back together, at most.
    static constexpr std::size_t block = std::min(block_of<typename perceptron_of<actor>::type>,
                                                  block_of<typename perceptron_of<critic>::type>);
    /// Bytes of variables in which a block goes through a network.
    static constexpr std::size_t bytes_on_stack =
        std::max(sizeof(typename perceptron_of<actor>::type::template workspace<block>),
                 sizeof(typename perceptron_of<critic>::type::template workspace<block>)) +
        2 * sizeof(sample_row);
    static constexpr std::uint32_t entropy_noise = 3;  ///< a purpose of random numbers, beside those of rollout

    ppo_config const& config;
    std::uint32_t shuffle;      ///< as in ppo_update
    std::size_t minibatch;      ///< samples in it
    sample_row const* samples;  ///< of the whole rollout
    T const* parameters;
    T const* derived;
    ppo_progress const* progress;

    T* gradient;                ///< [parameter_count], but for the log deviations
    loss_sums<ordered_sum<R>> sums{};
    std::array<ordered_sum<R>, actions::log_deviations> log_deviation{};
    std::size_t rows = 0;       ///< that were added

    /// What the samples so far add up to.
    loss_sums<T> losses() const {
        return {sums.policy_loss.total(), sums.value_loss.total(), sums.approximate_kl.total(), sums.clipped.total(),
                sums.entropy.total()};
    }

    /// Adds at most block / group groups of samples, to what is there if there is `more`: network 0 is the actor, network 1
    /// the critic.
    void add(std::size_t network, sample_row const* const* batch, std::size_t count, bool more) {
        auto const nothing = [](auto&) {};
        if (network == 0) {
            add_policy(batch, count, more, place_all<Networks::observation_size>(batch, count), nothing);
        } else {
            add_value(batch, count, more, place_all<Networks::critic_observation_size>(batch, count), nothing);
        }
    }

    /// Adds a group of environments through its rollout, of networks that remember; its memory is what both remember, and
    /// `numbers` are as in through_time.
    void add_rollout(std::size_t network, group_of_samples<sample_row, R> of, T* numbers, bool more) {
        if (network == 0) {
            through_time<Networks::observation_size, block, actor>(
                of, numbers, parameters, gradient, more,
                [&](auto batch, std::size_t count, bool again, auto place_inputs, auto finish) {
                    add_policy(batch, count, again, place_inputs, finish);
                });
        } else {
            of.memory += memory_size<actor>;
            through_time<Networks::critic_observation_size, block, critic>(
                of, numbers, parameters + Networks::critic_begin, gradient + Networks::critic_begin, more,
                [&](auto batch, std::size_t count, bool again, auto place_inputs, auto finish) {
                    add_value(batch, count, again, place_inputs, finish);
                });
        }
    }

private:
    static sample_row const& row_of(sample_row const* const* batch, std::size_t r) {
        return batch[r / group_rows<T>][r % group_rows<T>];
    }

    /// Places the first Inputs numbers of each observation: the actor sees less than the critic.
    template <std::size_t Inputs>
    static auto place_all(sample_row const* const* batch, std::size_t count) {
        return [batch, count](auto& work) {
            for (std::size_t r = 0; r < count * group_rows<T>; ++r) {
                place(first<Inputs>(row_of(batch, r).observation), work, r * width);
            }
        };
    }

    /// The policy's loss over a batch: the actor, or what is behind its memory. place(work) writes the inputs, and
    /// finish(work) is called when all gradients but the inputs' are there.
    template <class Place, class Finish>
    LOCKSTEP_NOINLINE void add_policy(sample_row const* const* batch, std::size_t count, bool more, Place place_inputs,
                                      Finish finish) {
        using network = typename perceptron_of<actor>::type;
        typename network::template workspace<block> work;
        work.prepare();
        place_inputs(work);
        network::forward(parameters, derived, work, count * group);

        R const per_sample = R(T(1) / static_cast<T>(minibatch));
        R const advantage_mean = R(progress->advantage_mean);
        R const advantage_scale = R(progress->advantage_scale);
        actions const policy(parameters + Networks::log_deviation);
        R const by_entropy = R(-config.entropy_coefficient) * per_sample;
        for (std::size_t r = 0; r < count * group_rows<T>; ++r, ++rows) {
            sample_row const& s = row_of(batch, r);
            auto const outputs = load_features<actions::output_size>(work.outputs + r * width, block);
            R const advantage = (s.advantage - advantage_mean) * advantage_scale;
            auto const objective = clipped_surrogate(policy.log_prob(outputs, s.action), s.log_prob, advantage, R(config.clip));
            random<R> noise(config.seed, consecutive_words<R>(static_cast<std::uint32_t>((&s - samples) * width)),
                            constant_words<R>(shuffle), entropy_noise);
            typename actions::outputs gradient_of_outputs;
            R const by_log_prob = objective.log_prob_gradient * per_sample;
            vector<R, Networks::action_size> gradient_of_log_deviation;
            policy.differentiate(outputs, s.action, noise, by_log_prob, by_entropy, gradient_of_outputs,
                                 gradient_of_log_deviation);
            store_features(gradient_of_outputs, work.output_gradients + r * width, block);
            for (std::size_t a = 0; a < actions::log_deviations; ++a) {
                log_deviation[a].add(rows, gradient_of_log_deviation[a]);
            }
            sums.entropy.add(rows, policy.entropy(outputs, noise));
            sums.policy_loss.add(rows, objective.loss);
            sums.approximate_kl.add(rows, objective.approximate_kl);
            sums.clipped.add(rows, objective.clipped);
        }
        network::backward(parameters, derived, work, count * group);
        network::gradient(work, count * group, gradient, more);
        finish(work);
    }

    template <class Place, class Finish>
    LOCKSTEP_NOINLINE void add_value(sample_row const* const* batch, std::size_t count, bool more, Place place_inputs,
                                     Finish finish) {
        using network = typename perceptron_of<critic>::type;
        T const* const weights = parameters + Networks::critic_begin;
        T const* const transposed = derived + Networks::critic_derived;
        typename network::template workspace<block> work;
        work.prepare();
        place_inputs(work);
        network::forward(weights, transposed, work, count * group);

        R const scale = R(static_cast<T>(config.value_coefficient) / static_cast<T>(minibatch));
        for (std::size_t r = 0; r < count * group_rows<T>; ++r, ++rows) {
            sample_row const& s = row_of(batch, r);
            R const value = load_row<R>(work.outputs + r * width);
            auto const error = value_objective(value, s.value, s.target, config.value_clip);
            store_row(scale * error.gradient, work.output_gradients + r * width);
            sums.value_loss.add(rows, error.loss);
        }
        network::backward(weights, transposed, work, count * group);
        network::gradient(work, count * group, gradient + Networks::critic_begin, more);
        finish(work);
    }
};

}  // namespace lockstep
