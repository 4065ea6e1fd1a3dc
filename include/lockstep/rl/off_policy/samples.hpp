// SPDX-License-Identifier: MIT
// A slice of a minibatch, and what an update of an off-policy learner computes from it.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/native_world.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/block_of.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/inference_network.hpp>

namespace lockstep {

/// What prioritised replay adds to a slice: the weight of each sample, and the error of each critic.
template <class T, std::size_t Block>
struct sample_priorities {
    alignas(64) array_t<T, Block> weight;
    alignas(64) feature_packs<T, 2, Block> error;
};

/// The number of samples in a block: few enough that their activations and workspaces stay in a core's cache. Devices with many
/// cores take as few as possible, except with convolutions. A convolution's gradient sums all samples of a block at one place of
/// the image before it goes on to the next place. So with convolutions the size of a block changes the bits, and every device
/// takes the processor's size.
template <class Networks>
inline constexpr std::size_t off_policy_block = [] {
    if constexpr (Networks::world::is_native) {
        return std::min(block_of<inference_network<typename Networks::actor>, 64>,
                        block_of<inference_network<typename Networks::critic>, 64>);
    } else if constexpr (convolutional<typename Networks::actor> || convolutional<typename Networks::critic>) {
        return off_policy_block<typename Networks::template in<native_world>>;
    } else {
        return sample_group;
    }
}();

/// A slice: up to `block` samples, feature by feature, as the kernels of an update exchange them.
template <class Networks>
struct off_policy_samples : sample_priorities<typename Networks::number, off_policy_block<Networks>> {
    using T = typename Networks::number;
    static constexpr std::size_t block = off_policy_block<Networks>;
    static constexpr std::size_t observations = Networks::observation_size;
    static constexpr std::size_t actions = Networks::action_size;

    // From the replay buffer; observations are normalised.
    alignas(64) feature_packs<T, observations, block> observation;
    alignas(64) feature_packs<T, actions, block> action;
    alignas(64) array_t<T, block> reward;
    alignas(64) array_t<T, block> discount;
    alignas(64) feature_packs<T, observations, block> next_observation;

    // The actions of the policy at the next observation and at the observation.
    alignas(64) feature_packs<T, actions, block> next_action;
    alignas(64) feature_packs<T, actions, block> policy_action;

    // From each critic: the value that its target network gives the next action, the value that the critic gives the policy's
    // action, and the gradient of the latter with respect to the action's components. Numbers of critic 1 follow those of
    // critic 0.
    alignas(64) feature_packs<T, 2, block> target_value;
    alignas(64) feature_packs<T, 2, block> value;
    alignas(64) feature_packs<T, 2 * actions, block> value_gradient;

    [[no_unique_address]] typename Networks::values::template kept<T, block> kept;  ///< of the next action, beside its value

    /// The actor's workspace. The backward pass needs what the forward pass at `observation` left here.
    typename inference_network<typename Networks::actor>::template workspace<block> policy;
};

/// Calls body(s) for each of `count` samples. The lanes share the samples.
template <class T, class Body>
void for_each_sample(index_t<T> const& count, Body body) {
    for (auto const pack : packs_of_samples<T>(count)) {
        for (auto const l : world_t<T>::lanes()) {
            index_t<T> const s = pack * pack_width<T> + l;
            when(s < count, [&] { body(s); });
        }
    }
}

/// Returns N features of the pack of samples that begins at sample `first`.
template <class T, std::size_t N, std::size_t Block>
vector<pack_t<T>, N> packs_at(feature_packs<T, N, Block> const& from, index_t<T> const& first) {
    vector<pack_t<T>, N> result;
    for (std::size_t i = 0; i < N; ++i) {
        result[i] = load_pack<pack_t<T>>(from[i] + first);
    }
    return result;
}

/// Writes N features of the pack of samples that begins at sample `first` to `to`.
template <class T, std::size_t N, std::size_t Block>
void place(vector<pack_t<T>, N> const& from, feature_packs<T, N, Block>& to, index_t<T> const& first) {
    for (std::size_t i = 0; i < N; ++i) {
        store_pack(from[i], to[i] + first);
    }
}

}  // namespace lockstep
