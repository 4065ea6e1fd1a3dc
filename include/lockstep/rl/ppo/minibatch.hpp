// SPDX-License-Identifier: MIT
// What the kernels of PPO's update hold: the numbers of one minibatch, and the view of the learner's memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/permutation.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/rl/ppo/gradient.hpp>
#include <lockstep/rl/ppo/view.hpp>

namespace lockstep {

/// One minibatch of samples: its place among all samples, and how its gradient changes the networks. Its gradient is computed in
/// slices of samples, and the parameters are stepped in ranges.
template <class Networks>
struct ppo_minibatch {
    using W = typename Networks::world;
    using scalar = typename W::scalar;
    using index = typename W::index;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using slice_gradient = ppo_gradient<Networks>;

    static constexpr std::size_t group_size = slice_gradient::group;
    static constexpr std::size_t packs_per_group = group_size / W::width;
    static constexpr std::size_t groups_per_slice =
        slice_gradient::native_block / group_size;  ///< groups of a block; slices of large minibatches have more
    static constexpr std::size_t range = 1024;      ///< parameters of a range
    static constexpr std::size_t ranges = (Networks::parameter_count + range - 1) / range;
    static constexpr std::size_t most_slices = 16;  ///< of a minibatch

    ppo_view<Networks> view;
    ppo_loss<W> loss;
    scalar learning_rate;  ///< of this minibatch, before it is multiplied by rate_scale
    scalar gradient_norm;  ///< the greatest norm of the gradient; 0: no limit
    scalar desired_kl;     ///< above 0: rate_scale follows the divergence
    scalar target_kl;      ///< above 0: ends the iteration's updates, or the policy's, at 1.5 times this divergence
    typename W::template constant<bool> critic_continues;  ///< true: the critic learns after the policy's updates have ended
    scalar per_sample;                                     ///< 1 / samples of a minibatch
    basic_permutation<W> shuffled;  ///< of all groups of samples; for networks with a memory, of all groups of environments
    index first_group;              ///< of this minibatch in the shuffled order
    index groups;                   ///< of a minibatch
    index slices;                   ///< of a minibatch
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

    auto is_stopped() const { return view.progress->stopped != 0u; }
    auto is_policy_stopped() const { return view.progress->policy_stopped != 0u; }
};

}  // namespace lockstep
