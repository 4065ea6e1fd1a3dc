// SPDX-License-Identifier: MIT
// The steps of SHAC's networks: those of the actor by the gradients of all groups, those of the critic by the gradients of its
// error. Sums are added in a fixed order, so any number of threads gives the same bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/permutation.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/block_of.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/shac/window.hpp>

namespace lockstep {

/// Writes the sum of the gradients of a network's slices to `gradient`, and its norm to `norm`. Then takes a step of Adam, and
/// transposes the weights. If the norm is not finite, takes no step. kernel(0).
template <class Network>
struct shac_descend {
    adam_config adam;
    float gradient_norm;  ///< the greatest norm of the gradient; a longer gradient is scaled down to it. 0: no limit
    std::size_t slices;
    float const* gradients;      ///< [slices][parameter_count]
    float* gradient;             ///< [parameter_count]
    float* parameters;           ///< [parameter_count]
    float* first_moment;         ///< [parameter_count]
    float* second_moment;        ///< [parameter_count]
    float* transposed_weights;   ///< [transposed_count]
    std::uint32_t* steps_taken;  ///< [1]
    float* norm;                 ///< [1], of the gradient, before it is clipped

    void operator()(std::size_t) const {
        constexpr std::size_t count = Network::parameter_count;
        float const squares = sum_of_slices<float>(gradients, slices, count, count, gradient);
        *norm = sqrt(squares);
        if (!is_finite(squares)) {
            return;
        }
        adam_update<float>(adam, ++*steps_taken, clip_scale(squares, gradient_norm), count, gradient, parameters, first_moment,
                           second_moment);
        Network::transpose_weights(parameters, transposed_weights);
    }
};

/// Computes one slice's part of the gradient of the critic's loss, which is half the mean squared error over a minibatch. Writes
/// the part to gradients[slice], and the sum of half the squared errors of the slice to losses[slice]. kernel(slice).
template <class Networks>
struct shac_differentiate_critic {
    using T = typename Networks::number;
    using R = pack_t<T>;
    using critic = typename Networks::critic;
    static constexpr std::size_t observation_size = Networks::observation_size;
    static constexpr std::size_t block = block_of<critic>, groups_per_slice = block / sample_group;
    using workspace = typename critic::template workspace<block>;
    static constexpr std::size_t stack_size = stack_size_for(sizeof(workspace));

    permutation shuffled;                             ///< of all groups of samples
    std::size_t first_group;                          ///< of this minibatch in the shuffled order
    std::size_t groups;                               ///< of a minibatch
    shac_sample<R, observation_size> const* samples;  ///< [groups of all windows][group_packs]
    float const* parameters;                          ///< [critic::parameter_count]
    float const* transposed_weights;                  ///< [critic::transposed_count]
    float* gradients;                                 ///< [slices][critic::parameter_count]
    float* losses;                                    ///< [slices], the sums of half the squared errors

    static std::size_t slices_of(std::size_t groups) { return (groups + groups_per_slice - 1) / groups_per_slice; }

    void operator()(std::size_t slice) const {
        std::size_t const begin = slice * groups_per_slice, end = std::min(begin + groups_per_slice, groups);
        std::size_t const count = (end - begin) * sample_group;
        workspace work;
        work.prepare();
        auto const sample_at = [&](std::size_t pack) -> shac_sample<R, observation_size> const& {
            std::size_t const group = shuffled(first_group + begin + pack / group_packs<T>);
            return samples[group * group_packs<T> + pack % group_packs<T>];
        };
        std::size_t const all = count / pack_width<T>;
        for (std::size_t pack = 0; pack < all; ++pack) {
            place(sample_at(pack).observation, work, pack * pack_width<T>);
        }
        critic::forward(parameters, transposed_weights, work, count);
        R const share(1 / static_cast<float>(groups * sample_group));
        ordered_sum<R> loss;
        for (std::size_t pack = 0; pack < all; ++pack) {
            R const error = load_pack<R>(work.outputs + pack * pack_width<T>) - sample_at(pack).target;
            store_pack(error * share, work.output_gradients + pack * pack_width<T>);
            loss.add(pack, R(0.5f) * error * error);
        }
        losses[slice] = loss.total();
        critic::backward(parameters, transposed_weights, work, count);
        critic::gradient(work, count, gradients + slice * critic::parameter_count);
    }
};

/// Moves the target critic towards the critic, and transposes its weights. kernel(0).
template <class Critic>
struct shac_follow {
    float rate;                ///< the share of the way to the critic that the target critic moves
    float const* parameters;   ///< [parameter_count], of the critic
    float* target;             ///< [parameter_count]
    float* target_transposed;  ///< [transposed_count]

    void operator()(std::size_t) const {
        polyak_update(rate, Critic::parameter_count, parameters, target);
        Critic::transpose_weights(target, target_transposed);
    }
};

}  // namespace lockstep
