// SPDX-License-Identifier: MIT
// The gradient step of proximal policy optimisation, as four kernels over a minibatch that is cut into fixed slices:
// differentiate (each slice, for each network), judge, gather (each range of parameters) and descend (each network).
//
// Whatever the number of threads, a slice is worked on by one of them, slices are added in their order, and samples are
// shuffled in groups (sample_group) by a permutation that needs no memory; so results are the same to the bit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/permutation.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/rl/ppo_config.hpp>
#include <lockstep/rl/ppo_gradient.hpp>

namespace lockstep {

template <class Networks>
struct ppo_update {
    using T = typename Networks::number;
    using R = native_row<T>;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using actions = typename Networks::actions;
    using sample_row = typename ppo_gradient<Networks>::sample_row;

    static constexpr std::size_t group = ppo_gradient<Networks>::group;
    static constexpr std::size_t groups_per_block = ppo_gradient<Networks>::block / group;
    static constexpr std::size_t bytes_on_stack = ppo_gradient<Networks>::bytes_on_stack;  ///< of differentiate
    static constexpr std::size_t range = 1024;  ///< parameters a gather kernel adds up
    static constexpr std::size_t ranges = (Networks::parameter_count + range - 1) / range;
    static constexpr std::size_t most_slices = 16;

    ppo_config config;
    float learning_rate;
    std::uint32_t shuffle;         ///< number of this epoch since the start: each has its own order
    std::size_t first_group;       ///< of this minibatch in the shuffled order
    std::size_t minibatch_groups;
    std::size_t all_groups;
    std::size_t slices;

    sample_row const* samples;     ///< [all_groups][group_rows]
    T* parameters;
    T* derived;
    T* first_moment;
    T* second_moment;
    T* gradient;                   ///< [parameter_count]
    T* slice_gradients;            ///< [slices][parameter_count]
    T* squared_norms;              ///< [ranges]
    loss_sums<T>* losses;          ///< [slices][2]
    std::uint32_t* steps_taken;    ///< by Adam, one a network
    ppo_progress* progress;

    // Of networks that remember.
    std::array<R, Networks::memory_size> const* first_memories = nullptr;  ///< [rows of environments], as in rollout
    T* sequences = nullptr;                                                ///< [slices][2][sequence_numbers]

    /// What a slice needs for a group of environments through a rollout; 1 where nothing is remembered, since a buffer holds
    /// something.
    static std::size_t sequence_numbers(std::size_t horizon) {
        if constexpr (recurrent<actor>) {
            return std::max(actor::sequence::count(horizon * group), critic::sequence::count(horizon * group));
        }
        return 1;
    }

    /// Slices are whole blocks, or groups of environments where something is remembered, if the minibatch has enough of them.
    static std::size_t slices_of(std::size_t minibatch_groups, std::size_t horizon) {
        std::size_t const groups = recurrent<actor> ? horizon : groups_per_block;
        std::size_t const blocks = (minibatch_groups + groups - 1) / groups;
        return std::min(blocks, most_slices);
    }

    /// The gradient of the minibatch's mean loss over the samples of a slice, to slice_gradients[slice]: network 0 is the
    /// actor with its deviation, network 1 the critic.
    void differentiate(std::size_t slice, std::size_t network) const {
        if (progress->stopped != 0.0f) {
            return;
        }
        ppo_gradient<Networks> part{.config = config,
                                    .shuffle = shuffle,
                                    .minibatch = minibatch_groups * group,
                                    .samples = samples,
                                    .parameters = parameters,
                                    .derived = derived,
                                    .progress = progress,
                                    .gradient = slice_gradients + slice * Networks::parameter_count};
        if constexpr (recurrent<actor>) {
            add_rollouts(slice, network, part);
        } else {
            add_samples(slice, network, part);
        }
        for (std::size_t a = 0; network == 0 && a < Networks::critic_begin - Networks::log_deviation; ++a) {
            part.gradient[Networks::log_deviation + a] = a < actions::log_deviations ? part.log_deviation[a].total() : T(0);
        }
        losses[2 * slice + network] = part.losses();
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
        T total[5] = {};
        for (std::size_t i = 0; i < 2 * slices; ++i) {
            auto const sums = rows<T>(losses[i]);
            for (std::size_t k = 0; k < 5; ++k) {
                total[k] += sums[k];
            }
        }
        T const scale = T(1) / static_cast<T>(minibatch_groups * group);
        progress->minibatches += 1;
        progress->policy_loss += static_cast<float>(total[0] * scale);
        progress->value_loss += static_cast<float>(total[1] * scale);
        progress->approximate_kl += static_cast<float>(total[2] * scale);
        progress->clipped += static_cast<float>(total[3] * scale);
        progress->entropy += static_cast<float>(total[4] * scale);
        if (config.target_kl > 0.0f && total[2] * scale > T(1.5f * config.target_kl)) {
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
        T squared_norm = 0;
        for (std::size_t i = 0; i < ranges; ++i) {
            squared_norm += squared_norms[i];
        }
        if (!std::isfinite(squared_norm)) {
            progress->nonfinite[network] = progress->minibatches;  // no step is better than one in no direction
            return;
        }
        std::size_t const begin = network == 0 ? 0 : Networks::critic_begin;
        std::size_t const end = network == 0 ? Networks::critic_begin : Networks::parameter_count;
        adam_update({.learning_rate = learning_rate}, ++steps_taken[network], clip_scale(squared_norm, config.gradient_norm),
                    end - begin, gradient + begin, parameters + begin, first_moment + begin, second_moment + begin);
        if (network == 0) {
            actor::derive(parameters, derived);
        } else {
            critic::derive(parameters + begin, derived + Networks::critic_derived);
        }
    }

private:
    /// Blocks of shuffled samples.
    void add_samples(std::size_t slice, std::size_t network, ppo_gradient<Networks>& part) const {
        std::size_t const begin = minibatch_groups * slice / slices;
        std::size_t const end = minibatch_groups * (slice + 1) / slices;
        permutation const shuffled(config.seed, all_groups, shuffle);
        for (std::size_t at = begin; at < end; at += groups_per_block) {
            std::size_t const count = std::min(groups_per_block, end - at);
            sample_row const* batch[groups_per_block];
            for (std::size_t g = 0; g < count; ++g) {
                batch[g] = samples + shuffled(first_group + at + g) * group_rows<T>;
            }
            part.add(network, batch, count, at != begin);
        }
    }

    /// Shuffled groups of environments.
    void add_rollouts(std::size_t slice, std::size_t network, ppo_gradient<Networks>& part) const {
        std::size_t const groups = all_groups / config.horizon;
        std::size_t const rollouts = minibatch_groups / config.horizon;
        std::size_t const begin = rollouts * slice / slices;
        std::size_t const end = rollouts * (slice + 1) / slices;
        T* const numbers = sequences + (2 * slice + network) * sequence_numbers(config.horizon);
        permutation const shuffled(config.seed, groups, shuffle);
        for (std::size_t at = begin; at < end; ++at) {
            std::size_t const row = shuffled(first_group / config.horizon + at) * group_rows<T>;
            part.add_rollout(network,
                             {.first = samples + row,
                              .rows = groups * group_rows<T>,
                              .horizon = config.horizon,
                              .memory = first_memories[row].data(),
                              .memory_size = Networks::memory_size},
                             numbers, at != begin);
        }
    }
};

}  // namespace lockstep
