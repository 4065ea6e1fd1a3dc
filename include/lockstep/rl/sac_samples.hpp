// SPDX-License-Identifier: MIT
// A part of a minibatch on its way through an update of soft actor-critic.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>

namespace lockstep {

/// Up to `block` samples, feature by feature; what the kernels of an update hand to each other.
template <class Networks>
struct sac_samples {
    static constexpr std::size_t block = 64;  ///< few enough for their activations to stay in a core's cache
    static constexpr std::size_t observations = Networks::observation_size;
    static constexpr std::size_t actions = Networks::action_size;

    // From the replay buffer; observations are normalised.
    alignas(64) float observation[observations][block];
    alignas(64) float action[actions][block];
    alignas(64) float reward[block];
    alignas(64) float discount[block];
    alignas(64) float next_observation[observations][block];

    // Drawn from the policy at the next observation, and at the observation.
    alignas(64) float next_action[actions][block];
    alignas(64) float next_log_prob[block];
    alignas(64) float noise[actions][block];
    alignas(64) float proposed_action[actions][block];
    alignas(64) float log_prob[block];

    // From each critic: of the next action by its target, of the proposed action, and by that action's components.
    alignas(64) float target_value[2][block];
    alignas(64) float value[2][block];
    alignas(64) float value_gradient[2][actions][block];

    /// The actor's forward pass at the observation, for its way back.
    typename Networks::actor::template workspace<block> policy;
};

}  // namespace lockstep
