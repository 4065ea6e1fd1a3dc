// SPDX-License-Identifier: MIT
// The gradient step of proximal policy optimisation, as four kernels over a minibatch that is cut into fixed slices:
// differentiate (each slice, for each network), judge, gather (each range of parameters) and descend (each network).
//
// Whatever the number of threads, a slice is worked on by one of them, slices are added in their order, and samples are
// shuffled in rows of lanes by a permutation that needs no memory; so results are the same to the bit.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/permutation.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/rl/actor_critic.hpp>
#include <lockstep/rl/actor_view.hpp>
#include <lockstep/rl/ppo_config.hpp>
#include <lockstep/rl/ppo_objective.hpp>
#include <lockstep/rl/sample.hpp>

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

/// Sums over the samples of a slice, for each network those of its own losses.
template <real R>
struct loss_sums {
    R policy_loss, value_loss, approximate_kl, clipped, entropy;
};

template <class Networks>
struct ppo_update {
    using R = native_lanes;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using actions = typename Networks::actions;
    static constexpr std::size_t width = native_width;
    static constexpr std::size_t observation_size = Networks::observation_size;
    static constexpr std::size_t action_size = Networks::action_size;
    using sample_row = sample<R, Networks::critic_observation_size, action_size>;

    static constexpr std::size_t block = 256;                    ///< samples that go forward and back together
    static constexpr std::size_t rows_per_block = block / width;
    static constexpr std::size_t range = 1024;                   ///< parameters a gather kernel adds up
    static constexpr std::size_t ranges = (Networks::parameter_count + range - 1) / range;
    static constexpr std::size_t most_slices = 16;
    static constexpr std::uint32_t entropy_noise = 3;            ///< a purpose of random numbers, beside those of rollout

    ppo_config config;
    float learning_rate;
    std::uint32_t shuffle;         ///< number of this epoch since the start: each has its own order
    std::size_t first_row;         ///< of this minibatch in the shuffled order
    std::size_t minibatch_rows;
    std::size_t all_rows;
    std::size_t slices;

    sample_row const* samples;     ///< [all_rows]
    float* parameters;
    float* derived;
    float* first_moment;
    float* second_moment;
    float* gradient;               ///< [parameter_count]
    float* slice_gradients;        ///< [slices][parameter_count]
    float* squared_norms;          ///< [ranges]
    loss_sums<R>* losses;          ///< [slices][2]
    std::uint32_t* steps_taken;    ///< by Adam, one a network
    ppo_progress* progress;

    /// Slices are whole blocks where the minibatch has enough of them.
    static std::size_t slices_of(std::size_t minibatch_rows) {
        std::size_t const blocks = (minibatch_rows + rows_per_block - 1) / rows_per_block;
        return std::min(blocks, most_slices);
    }

    /// The gradient of the minibatch's mean loss over the samples of a slice, to slice_gradients[slice]: network 0 is the
    /// actor with its deviation, network 1 the critic.
    void differentiate(std::size_t slice, std::size_t network) const {
        if (progress->stopped != 0.0f) {
            return;
        }
        float* const to = slice_gradients + slice * Networks::parameter_count;
        loss_sums<R> sums{};
        if (network == 0) {
            vector<R, action_size> log_deviation_gradient{};
            for_each_block(slice, [&](sample_row const* const* batch, std::size_t count, bool more) {
                differentiate_actor(batch, count, to, more, log_deviation_gradient, sums);
            });
            for (std::size_t a = 0; a < Networks::critic_begin - Networks::log_deviation; ++a) {
                float total = 0;
                if (a < actions::log_deviations) {
                    for (std::size_t l = 0; l < width; ++l) {
                        total += log_deviation_gradient[a][l];
                    }
                }
                to[Networks::log_deviation + a] = total;
            }
        } else {
            for_each_block(slice, [&](sample_row const* const* batch, std::size_t count, bool more) {
                differentiate_critic(batch, count, to + Networks::critic_begin, more, sums);
            });
        }
        losses[2 * slice + network] = sums;
    }

    /// Adds up what the slices saw, and ends the iteration's updates when the policy has moved too far or its gradient was
    /// not finite.
    void judge() const {
        if (progress->nonfinite[0] != 0.0f) {
            progress->stopped = 1;
        }
        if (progress->stopped != 0.0f) {
            return;
        }
        float total[5] = {};
        for (std::size_t i = 0; i < 2 * slices; ++i) {
            auto const sums = rows<R>(losses[i]);
            for (std::size_t k = 0; k < 5; ++k) {
                for (std::size_t l = 0; l < width; ++l) {
                    total[k] += sums[k][l];
                }
            }
        }
        float const scale = 1.0f / static_cast<float>(minibatch_rows * width);
        progress->minibatches += 1;
        progress->policy_loss += total[0] * scale;
        progress->value_loss += total[1] * scale;
        progress->approximate_kl += total[2] * scale;
        progress->clipped += total[3] * scale;
        progress->entropy += total[4] * scale;
        if (config.target_kl > 0.0f && total[2] * scale > 1.5f * config.target_kl) {
            progress->stopped = 1;
        }
    }

    /// Adds the slices' gradients of range i in their order, and the squares for the norm.
    void gather(std::size_t i) const {
        if (progress->stopped != 0.0f) {
            return;
        }
        std::size_t const begin = i * range;
        std::size_t const count = std::min(range, Networks::parameter_count - begin);
        squared_norms[i] = sum_of_slices(slice_gradients + begin, slices, Networks::parameter_count, count, gradient + begin);
    }

    /// One step of Adam: network 0 is the actor with its deviation, network 1 the critic.
    void descend(std::size_t network) const {
        if (progress->stopped != 0.0f) {
            return;
        }
        float squared_norm = 0;
        for (std::size_t i = 0; i < ranges; ++i) {
            squared_norm += squared_norms[i];
        }
        if (!std::isfinite(squared_norm)) {
            progress->nonfinite[network] = progress->minibatches;  // no step is better than one in no direction
            return;
        }
        std::size_t const begin = network == 0 ? 0 : Networks::critic_begin;
        std::size_t const end = network == 0 ? Networks::critic_begin : Networks::parameter_count;
        adam_update({.learning_rate = learning_rate}, ++steps_taken[network], clip_scale(squared_norm, config.gradient_norm), end - begin, gradient + begin,
                    parameters + begin, first_moment + begin, second_moment + begin);
        if (network == 0) {
            actor::derive(parameters, derived);
        } else {
            critic::derive(parameters + begin, derived + Networks::critic_derived);
        }
    }

private:
    /// body(rows, count, whether blocks came before) for the blocks of a slice.
    template <class Body>
    void for_each_block(std::size_t slice, Body body) const {
        std::size_t const begin = minibatch_rows * slice / slices;
        std::size_t const end = minibatch_rows * (slice + 1) / slices;
        permutation const shuffled(config.seed, all_rows, shuffle);
        for (std::size_t at = begin; at < end; at += rows_per_block) {
            std::size_t const count = std::min(rows_per_block, end - at);
            sample_row const* batch[rows_per_block];
            for (std::size_t r = 0; r < count; ++r) {
                batch[r] = samples + shuffled(first_row + at + r);
            }
            body(batch, count, at != begin);
        }
    }

    /// The first Inputs numbers of each observation: the actor sees less than the critic.
    template <std::size_t Inputs, class Workspace>
    static void place_all(sample_row const* const* batch, std::size_t count, Workspace& work) {
        for (std::size_t r = 0; r < count; ++r) {
            place(first<Inputs>(batch[r]->observation), work, r * width);
        }
    }

    LOCKSTEP_NOINLINE void differentiate_actor(sample_row const* const* batch, std::size_t count, float* to, bool more,
                                               vector<R, action_size>& log_deviation_gradient, loss_sums<R>& sums) const {
        typename actor::template workspace<block> work;
        work.prepare();
        place_all<observation_size>(batch, count, work);
        actor::forward(parameters, derived, work, count * width);

        R const per_sample = R(1.0f / static_cast<float>(minibatch_rows * width));
        R const advantage_mean = R(progress->advantage_mean);
        R const advantage_scale = R(progress->advantage_scale);
        actions const policy(parameters + Networks::log_deviation);
        R const by_entropy = R(-config.entropy_coefficient) * per_sample;
        for (std::size_t r = 0; r < count; ++r) {
            sample_row const& s = *batch[r];
            auto const outputs = load_features<actions::output_size>(work.outputs + r * width, block);
            R const advantage = (s.advantage - advantage_mean) * advantage_scale;
            auto const objective = clipped_surrogate(policy.log_prob(outputs, s.action), s.log_prob, advantage, R(config.clip));
            random<R> noise(config.seed, consecutive_words<R>(static_cast<std::uint32_t>((batch[r] - samples) * width)),
                            constant_words<R>(shuffle), entropy_noise);
            typename actions::outputs gradient_of_outputs;
            policy.differentiate(outputs, s.action, noise, objective.log_prob_gradient * per_sample, by_entropy, gradient_of_outputs,
                                 log_deviation_gradient);
            store_features(gradient_of_outputs, work.output_gradients + r * width, block);
            sums.entropy += policy.entropy(outputs, noise);
            sums.policy_loss += objective.loss;
            sums.approximate_kl += objective.approximate_kl;
            sums.clipped += objective.clipped;
        }
        actor::backward(parameters, derived, work, count * width);
        actor::gradient(work, count * width, to, more);
    }

    LOCKSTEP_NOINLINE void differentiate_critic(sample_row const* const* batch, std::size_t count, float* to, bool more,
                                                loss_sums<R>& sums) const {
        typename critic::template workspace<block> work;
        work.prepare();
        place_all<Networks::critic_observation_size>(batch, count, work);
        critic::forward(parameters + Networks::critic_begin, derived + Networks::critic_derived, work, count * width);

        R const scale = R(config.value_coefficient / static_cast<float>(minibatch_rows * width));
        for (std::size_t r = 0; r < count; ++r) {
            sample_row const& s = *batch[r];
            R const value = R::load(work.outputs + r * width);
            auto const error = value_objective(value, s.value, s.target, config.value_clip);
            (scale * error.gradient).store(work.output_gradients + r * width);
            sums.value_loss += error.loss;
        }
        critic::backward(parameters + Networks::critic_begin, derived + Networks::critic_derived, work, count * width);
        critic::gradient(work, count * width, to, more);
    }
};

}  // namespace lockstep
