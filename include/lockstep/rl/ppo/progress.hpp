// SPDX-License-Identifier: MIT
// What the updates of PPO count and sum on the device, for the reports and to decide when the updates end.
#pragma once

#include <lockstep/core/philox.hpp>

namespace lockstep {

/// The counts and sums of an iteration's updates, in the device's memory.
template <class S = float>
struct ppo_progress {
    /// 1 once a gradient was not finite or, unless critic_continues, the divergence too large: later updates do nothing.
    words<S> stopped;
    words<S> policy_stopped;      ///< with critic_continues: 1 once the divergence was too large; else always 0
    S advantage_mean;             ///< over the rollouts in use; 0 if advantages are not normalised
    S advantage_scale;            ///< 1 / the deviation of the advantages; 1 if they are not normalised
    words<S> minibatches;         ///< so far in this iteration, with the one that stopped the updates
    words<S> policy_minibatches;  ///< of these, up to the one that stopped the policy's updates, and with it
    words<S> nonfinite;           ///< the minibatch whose gradient was not finite, from 1; 0: none
    S policy_loss, value_loss, approximate_kl, clipped, entropy;  ///< sums of the means of the minibatches

    /// Sets all members to 0.
    void clear() {
        stopped = words<S>(0);
        policy_stopped = words<S>(0);
        advantage_mean = S(0);
        advantage_scale = S(0);
        minibatches = words<S>(0);
        policy_minibatches = words<S>(0);
        nonfinite = words<S>(0);
        policy_loss = S(0);
        value_loss = S(0);
        approximate_kl = S(0);
        clipped = S(0);
        entropy = S(0);
    }
};

/// Sums of a network's losses over the samples of a slice. Sum is a number, or an ordered_sum while samples are still added. The
/// sums that belong to the other network are 0.
template <class Sum>
struct loss_sums {
    Sum policy_loss, value_loss, approximate_kl, clipped, entropy;
};

}  // namespace lockstep
