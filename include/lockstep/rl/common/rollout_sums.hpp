// SPDX-License-Identifier: MIT
// Sums over the episodes of a rollout.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/native_world.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/real.hpp>

namespace lockstep {

/// Sums over the whole episodes that ended in a rollout. There is one sum for each lane, or, if R is float, one for all lanes.
template <real R>
struct rollout_sums {
    R episodes, episode_return, episode_length;
    R nonfinite;  ///< number of episodes that a NaN or an infinity ended, whole or not

    /// Adds a step_outcome. `whole` is the result of is_complete_episode() before the step (rl/common/first_episodes.hpp).
    template <class Outcome>
    LOCKSTEP_INLINE void add(Outcome const& outcome, R const& whole) {
        R const counted = select(outcome.terminated || outcome.truncated, whole, R(0));
        episodes = episodes + counted;
        episode_return = episode_return + counted * outcome.episode_return;
        episode_length = episode_length + counted * outcome.episode_length;
        nonfinite = nonfinite + select(outcome.nonfinite, R(1), R(0));
    }
};

/// Returns the sums over all lanes of `packs` packs, added as by ordered_sum.
template <class W = native_world, class Sums>
rollout_sums<typename W::scalar> total(Sums const& sums, typename W::index const& packs) {
    using R = typename W::number;
    rollout_sums<typename W::scalar> result;
    auto const totals = lockstep::numbers_of<typename W::scalar>(result);
    for (std::size_t k = 0; k < totals.size(); ++k) {
        totals[k] = sum_of_packs<W>(packs, [&](auto const& pack) -> R { return lockstep::numbers_of<R>(sums[pack])[k]; });
    }
    return result;
}

}  // namespace lockstep
