// SPDX-License-Identifier: MIT
// One step of a pack of environments, as an on-policy learner stores it.
#pragma once

#include <cstddef>

#include <lockstep/core/real.hpp>
#include <lockstep/core/vector.hpp>

namespace lockstep {

/// Only R, so a pack of lanes holds one sample a lane. The rollout writes the first group, the advantage estimation the
/// second. What of the first group may change in later iterations: rl/ppo/earlier_samples.hpp.
template <real R, std::size_t Observations, std::size_t Actions>
struct sample {
    vector<R, Observations> observation;  ///< normalised, before the step
    vector<R, Actions> action;            ///< drawn from the policy, before it was squashed or clipped to the bounds
    R log_prob;                           ///< of that action under the policy at the iteration's start
    R ratio;                              ///< of its probability then to that under the policy that drew it; 1 in a new rollout
    R value;                              ///< V(observation)
    R reward;
    R bootstrap;  ///< V(final observation) where the step truncated the episode, else 0
    R ended;      ///< 1 where the step ended the episode, terminated or truncated, else 0

    R advantage;
    R target;  ///< of the value: advantage + value
};

}  // namespace lockstep
