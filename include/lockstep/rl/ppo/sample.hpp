// SPDX-License-Identifier: MIT
// One step of a pack of environments, as an on-policy learner stores it.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

/// One step of an environment. All numbers are of type R. If R is a pack of lanes, each lane has a sample of its own. The rollout
/// writes all members except `advantage` and `target`, which the advantage estimation writes. If later iterations use the sample
/// again, they compute log_prob, ratio and value again (rl/ppo/earlier_samples.hpp).
template <real R, std::size_t Observations, std::size_t Actions>
struct sample {
    vector<R, Observations> observation;  ///< normalised, before the step
    vector<R, Actions> action;            ///< drawn from the policy, before it was squashed or clipped to the bounds
    R log_prob;                           ///< of that action under the policy at the iteration's start
    R ratio;                              ///< exp(log_prob) / the probability with which it was drawn; 1 in a new rollout
    R value;                              ///< V(observation)
    R reward;
    R bootstrap;  ///< V(final observation) if the step truncated the episode, else 0
    R ended;      ///< 1 if the step ended the episode, by termination or truncation, else 0

    R advantage;
    R target;  ///< of the value: min(ratio, 1) * advantage + value
};

}  // namespace lockstep
