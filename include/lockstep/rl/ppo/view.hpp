// SPDX-License-Identifier: MIT
// The members that all kernels of PPO's update share: numbers of the minibatch, and addresses in the device's memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/permutation.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/rl/ppo/gradient.hpp>
#include <lockstep/rl/ppo/progress.hpp>

namespace lockstep {

/// The base of the kernels of an update. It has the addresses of the learner's memory (rl/ppo/memory.hpp) and the numbers of one
/// minibatch.
template <class Networks>
struct ppo_view {
    using T = typename Networks::number;
    using W = typename Networks::world;
    using R = typename W::number;
    using scalar = typename W::scalar;
    using index = typename W::index;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using actions = typename Networks::actions;
    using slice_gradient = ppo_gradient<Networks>;
    using sample_pack = typename slice_gradient::sample_pack;
    template <class Value>
    using pointer = typename W::template pointer<Value>;

    static constexpr std::size_t group_size = slice_gradient::group;
    static constexpr std::size_t packs_per_group = group_size / W::width;
    static constexpr std::size_t groups_per_slice =
        slice_gradient::native_block / group_size;  ///< groups of a block; slices of large minibatches have more
    static constexpr std::size_t range = 1024;      ///< parameters of a range
    static constexpr std::size_t ranges = (Networks::parameter_count + range - 1) / range;
    static constexpr std::size_t most_slices = 16;  ///< of a minibatch

    ppo_loss<W> loss;
    scalar learning_rate;  ///< of this minibatch, before it is multiplied by rate_scale
    scalar gradient_norm;  ///< the greatest norm of the gradient; 0: no limit
    scalar desired_kl;     ///< above 0: rate_scale follows the divergence
    scalar target_kl;      ///< above 0: ends the iteration's updates, or the policy's, at 1.5 times this divergence
    typename W::template constant<bool> critic_continues;  ///< true: the critic learns after the policy's updates have ended
    scalar per_sample;                                     ///< 1 / samples of a minibatch
    basic_permutation<W> shuffled;  ///< of all groups of samples; for networks with a memory, of all groups of environments
    index first_group;              ///< of this minibatch in the shuffled order
    index minibatch_groups;         ///< groups of a minibatch
    index slices;                   ///< of a minibatch

    pointer<sample_pack const> samples;      ///< [groups][packs_per_group]
    pointer<scalar> parameters;              ///< [parameter_count]
    pointer<scalar> transposed_weights;      ///< [transposed_count]
    pointer<scalar> first_moment;            ///< [parameter_count]
    pointer<scalar> second_moment;           ///< [parameter_count]
    pointer<scalar> gradient;                ///< [parameter_count]
    pointer<scalar> slice_gradients;         ///< [slices][parameter_count]
    pointer<scalar> squared_norms;           ///< [ranges]
    pointer<loss_sums<scalar>> losses;       ///< [slices][2]
    pointer<scalar> rate_scale;              ///< [1]: the factor of the learning rate
    pointer<typename W::flag> steps_taken;   ///< [1], by Adam
    pointer<adam_step<scalar>> step;         ///< [1]
    pointer<ppo_progress<scalar>> progress;  ///< [1]

    // For recurrent networks.
    pointer<std::array<R, Networks::memory_size> const> first_memories;  ///< [packs of environments], as in rollout
    pointer<scalar> sequences;                                           ///< [slices][2][sequence_numbers]
    /// Steps of a rollout. For recurrent networks it is a constant of the kernel's text, since the strides of a sequence depend
    /// on it.
    std::conditional_t<recurrent<actor>, typename W::template constant<std::size_t>, index> horizon;

    /// Returns how many numbers of memory a slice needs to run one of its two networks, if recurrent, over a group of
    /// environments for a rollout of `steps` steps. For networks without memory the result is 1, because no buffer may be empty.
    static std::size_t sequence_numbers(std::size_t steps) {
        if constexpr (recurrent<actor>) {
            return std::max(actor::sequence::count(steps * group_size), critic::sequence::count(steps * group_size));
        }
        return 1;
    }

    /// Returns the number of slices of a minibatch of `groups` groups: one slice for each block, but at most most_slices. For
    /// recurrent networks it is one slice for each group of environments with its rollout of `steps` steps, with the same limit.
    static std::size_t slices_of(std::size_t groups, std::size_t steps) {
        std::size_t const least = recurrent<actor> ? steps : groups_per_slice;
        return std::min((groups + least - 1) / least, most_slices);
    }

    /// Returns the number of parameters of the range that begins at `begin`. The last range may be shorter than the others.
    static index parameters_from(index const& begin) { return min(index(range), Networks::parameter_count - begin); }

    auto is_stopped() const { return progress->stopped != 0u; }
    auto is_policy_stopped() const { return progress->policy_stopped != 0u; }
};

}  // namespace lockstep
