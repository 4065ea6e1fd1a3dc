// SPDX-License-Identifier: MIT
// A part of a minibatch on its way through an update of an off-policy learner.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <lockstep/nn/block_of.hpp>
#include <lockstep/nn/network_in_use.hpp>

namespace lockstep {

/// Up to `block` samples, feature by feature; what the kernels of an update hand to each other.
template <class Networks>
struct off_policy_samples {
    using T = typename Networks::number;
    /// Few enough for their activations to stay in a core's cache, and for their workspaces.
    static constexpr std::size_t block = std::min(block_of<network_in_use<typename Networks::actor>, 64>,
                                                  block_of<network_in_use<typename Networks::critic>, 64>);
    static constexpr std::size_t observations = Networks::observation_size;
    static constexpr std::size_t actions = Networks::action_size;

    // From the replay buffer; observations are normalised.
    alignas(64) T observation[observations][block];
    alignas(64) T action[actions][block];
    alignas(64) T reward[block];
    alignas(64) T discount[block];
    alignas(64) T next_observation[observations][block];

    // With priorities: where each sample was found, how much it counts, and how far each critic was off.
    alignas(64) std::uint32_t leaf[block];
    alignas(64) T weight[block];
    alignas(64) T error[2][block];

    // What the policy does at the next observation, and at the observation.
    alignas(64) T next_action[actions][block];
    alignas(64) T proposed_action[actions][block];

    // From each critic: of the next action by its target, of the proposed action, and by that action's components.
    alignas(64) T target_value[2][block];
    alignas(64) T value[2][block];
    alignas(64) T value_gradient[2][actions][block];

    [[no_unique_address]] typename Networks::values::template kept<T, block> kept;  ///< of the next action, beside its value

    /// The actor's forward pass at the observation, for its way back.
    typename network_in_use<typename Networks::actor>::template workspace<block> policy;
};

}  // namespace lockstep
