// SPDX-License-Identifier: MIT
// The memory of PPO (rl/ppo/memory.hpp) as its kernels use it: addresses in the device's memory. Packs of a rollout are packs of
// environments, times agents.
#pragma once

#include <array>
#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/ppo/progress.hpp>
#include <lockstep/rl/ppo/sample.hpp>

namespace lockstep {

/// The sums of three quantities, and of their squares, over the samples of a pack in a rollout. Quantity 0 is the advantage, 1
/// the target, and 2 is target - value.
template <real R>
using target_sums = moment_sums<R, 3>;

/// The networks, their optimiser, and the samples. `samples`, `last_values` and `target_packs` begin with those of the rollout
/// for which the view is made. Those of the next places of the rollout_ring follow.
template <class Networks>
struct ppo_view {
    using W = typename Networks::world;
    using R = typename W::number;
    using scalar = typename W::scalar;
    static constexpr std::size_t observation_size = Networks::critic_observation_size;
    using sample_pack = sample<R, observation_size, Networks::action_size>;
    template <class Value>
    using pointer = typename W::template pointer<Value>;

    pointer<scalar> parameters;             ///< [Networks::parameter_count]
    pointer<scalar> transposed_weights;     ///< [Networks::transposed_count]
    pointer<scalar> first_moment;           ///< [Networks::parameter_count]
    pointer<scalar> second_moment;          ///< [Networks::parameter_count]
    pointer<scalar> gradient;               ///< [Networks::parameter_count]
    pointer<scalar> slice_gradients;        ///< [slices][Networks::parameter_count]
    pointer<scalar> sequences;              ///< [slices][2][sequence_numbers], for recurrent networks
    pointer<scalar> squared_norms;          ///< [ranges]
    pointer<loss_sums<scalar>> losses;      ///< [slices][2]
    pointer<scalar> rate_scale;             ///< [1]: the factor of the learning rate
    pointer<typename W::flag> steps_taken;  ///< [1], by Adam
    pointer<adam_step<scalar>> step;        ///< [1]

    pointer<sample_pack> samples;                                    ///< [rollouts][horizon][packs]
    pointer<R> last_values;                                          ///< [rollouts][packs], the values after the last steps
    pointer<std::array<R, Networks::memory_size>> first_memories;    ///< [packs of environments], before the newest rollout
    pointer<target_sums<R>> target_packs;                            ///< [rollouts][packs]
    pointer<moments<observation_size, scalar>> observation_moments;  ///< [1]
    pointer<moments<1, scalar>> return_moments;                      ///< [1]
    pointer<moments<3, scalar>> target_moments;                      ///< [1]: advantage, target, target - value
    pointer<ppo_progress<scalar>> progress;                          ///< [1]
};

}  // namespace lockstep
