// SPDX-License-Identifier: MIT
// What the episodes of a rollout add up to.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/real.hpp>

namespace lockstep {

/// Sums over the whole episodes that ended in a rollout, one a lane; of all lanes with R = float.
template <real R>
struct rollout_sums {
    R episodes, episode_return, episode_length;
    R nonfinite;  ///< episodes that a NaN or an infinity ended

    /// Adds a step_outcome; `whole` is 1 where the step's episode is no part of one, else 0.
    template <class Outcome>
    LOCKSTEP_INLINE void add(Outcome const& outcome, R const& whole) {
        R const counted = select(outcome.terminated || outcome.truncated, whole, R(0));
        episodes = episodes + counted;
        episode_return = episode_return + counted * outcome.episode_return;
        episode_length = episode_length + counted * outcome.episode_length;
        nonfinite = nonfinite + select(outcome.nonfinite, R(1), R(0));
    }
};

/// The sums of all lanes of `rows` rows, by ordered_sum.
template <real R>
rollout_sums<float> total(rollout_sums<R> const* sums, std::size_t rows) {
    rollout_sums<float> result{};
    auto const totals = lockstep::rows<float>(result);
    for (std::size_t k = 0; k < totals.size(); ++k) {
        ordered_sum<R> sum;
        for (std::size_t row = 0; row < rows; ++row) {
            sum.add(row, lockstep::rows<R>(sums[row])[k]);
        }
        totals[k] = sum.total();
    }
    return result;
}

}  // namespace lockstep
