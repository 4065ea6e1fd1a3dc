// SPDX-License-Identifier: MIT
// Generalised advantage estimation (Schulman et al. 2016, "High-dimensional continuous control using generalized
// advantage estimation").
#pragma once

#include <lockstep/core/real.hpp>

namespace lockstep {

/// Computes the advantages of a trajectory, from its last step to its first.
template <real R>
struct advantage_estimator {
    R discount;  ///< gamma
    R lambda;    ///< the weight of longer returns: 0 is the temporal difference, 1 the Monte-Carlo return

    /// Returns the advantage A_t = delta_t + gamma lambda A_{t+1} (eq. 16), where delta_t = r_t + gamma V(s_{t+1}) - V(s_t)
    /// (eq. 9). `next_value` is V(s_{t+1}) and `next_advantage` is A_{t+1}. If the episode `ended` with step t, the terms of step
    /// t + 1 are left out. For a truncated episode the caller must add gamma V(final observation) to the reward.
    LOCKSTEP_INLINE R operator()(R const& reward, R const& value, R const& next_value, R const& next_advantage,
                                 mask_t<R> const& ended) const {
        R const going_on = select(ended, R(0), discount);
        R const delta = fma(going_on, next_value, reward) - value;
        return fma(going_on * lambda, next_advantage, delta);
    }
};

}  // namespace lockstep
