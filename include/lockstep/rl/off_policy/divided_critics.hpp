// SPDX-License-Identifier: MIT
// The step of both critics, divided among the packs of several kernels, as a device with many threads needs it. Packs divide the
// slices of the minibatch, the rows of the gradient or the ranges of the parameters. What one kernel computes for the next is in
// the device's memory. Sums have the same order as in one thread (critics.hpp), so the bits are the same.
#pragma once

#include <cstddef>

#include <lockstep/core/math.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/off_policy/critics.hpp>

namespace lockstep {

/// The parts of a divided step. If a kernel has n packs for each critic, its pack k belongs to critic k / n. View is
/// an off_policy_view.
template <class View>
struct divided_critics {
    using W = typename View::W;
    using T = typename View::T;
    using scalar = typename View::scalar;
    using index = typename View::index;
    using networks = typename View::networks;
    using critic = typename View::critic;
    using critic_pass = typename View::critic_pass;
    using critics = off_policy_critics<View>;
    using values = typename networks::values;

    /// Whether the step is divided in one process: on devices that compile the text of kernels, for critics with target networks
    /// and without convolutions.
    static constexpr bool are_divided = !W::is_native && networks::has_targets && !convolutional<critic>;
    static constexpr std::size_t parameter_range = 1024;  ///< parameters that one pack of a kernel updates
    static constexpr std::size_t parameter_ranges = (trained_count<critic> + parameter_range - 1) / parameter_range;
    static constexpr std::size_t gradient_shares = (critic::gradient_rows + 15) / 16;
    static constexpr std::size_t transpose_shares = 4;

    View const& view;

    /// Writes the value that a target network gives each next action of a slice to the slice's target_value[critic].
    /// k = critic * slices + slice.
    void estimate_targets(index const& k) const {
        critics{view}.estimate_slice(k / view.slices(), k % view.slices(), view.passes[k].work);
    }

    /// Runs a critic's forward and backward pass on one slice, in view.passes[k]. Writes the terms of the sums of its loss to the
    /// record there. `td_target` is as in off_policy_critics::improve. k = critic * slices + slice.
    template <class Target>
    void differentiate(index const& k, Target const& td_target) const {
        if (leaves(view.progress->stopped != 0u)) {
            return;
        }
        critic_pass& pass = view.passes[k];
        index const i = k / view.slices(), slice = k % view.slices(), count = view.samples_of(k % view.slices());
        auto const parameters = view.parameters + networks::critic_begin(i);
        auto const transposed = view.transposed_weights + networks::critic_transposed(i);
        auto& batch = view.samples[slice];
        critics::place_pair(batch.observation, batch.action, pass.work);
        critic::forward(parameters, transposed, pass.work, count);
        values::compare(view.config, td_target, batch, i, count, view.prioritizes(), pass.work.outputs + 0,
                        pass.work.output_gradients + 0, pass.record);
        critic::backward(parameters, transposed, pass.work, count);
    }

    /// Writes a share of the rows of a critic's gradient, summed over all slices, to
    /// view.gradient. k = critic * gradient_shares + share.
    void gather(index const& k) const {
        if (leaves(view.progress->stopped != 0u)) {
            return;
        }
        index const i = k / gradient_shares, h = k % gradient_shares;
        index const begin = h * critic::gradient_rows / gradient_shares, end = (h + 1) * critic::gradient_rows / gradient_shares;
        auto const to = view.gradient + networks::critic_begin(i);
        critic::gradient(view.passes[i * view.slices()].work, view.samples_of(0), to, false, begin, end);
        for (auto const slice : W::range(view.slices() - 1)) {
            critic::gradient(view.passes[i * view.slices() + slice + 1].work, view.samples_of(slice + 1), to, true, begin, end);
        }
    }

    /// Adds the means of critic `i`'s loss, of its values and of its targets outside of the support to view.progress, if the loss
    /// is finite. Otherwise records this update in view.progress->nonfinite, so that the critic makes no step. Does nothing if
    /// the updates have stopped.
    void check(index const& i) const {
        critics{view}.check_then(i, [&] {
            auto sums = critics::no_sums();
            for (auto const slice : W::range(view.slices())) {
                sums = view.passes[i * view.slices() + slice].record.added_to(sums, view.samples_of(slice));
            }
            return sums;
        }, [] {});
    }

    /// Makes the step of a range of a critic's parameters. Does nothing if the critic's loss is not finite or the updates have
    /// stopped. k = critic * parameter_ranges + range.
    void descend(index const& k) const {
        index const i = k / parameter_ranges;
        critics::for_critic(i, [&](std::size_t c) {
            auto const is_good = view.progress->stopped == 0u && view.progress->nonfinite[c] != view.number;
            when(is_good, [&] {
                view.descend(networks::critic_begin(i) + first_of(k), count_of(k), view.config.critic_learning_rate,
                             view.config.adam_beta1, view.number);
            });
        });
    }
    /// Moves a range of the parameters of a target network towards the critic. k is as in `descend`.
    void follow(index const& k) const {
        index const i = k / parameter_ranges;
        polyak_update<T>(view.config.target_rate, count_of(k), view.parameters + (networks::critic_begin(i) + first_of(k)),
                         view.targets + (i * critic::parameter_count + first_of(k)));
    }

    /// Transposes a share of the weights of a critic and of its target network. k = critic * transpose_shares + share.
    void transpose(index const& k) const {
        index const i = k / transpose_shares, share = k % transpose_shares;
        critic::transpose_weights(view.parameters + networks::critic_begin(i),
                                  view.transposed_weights + networks::critic_transposed(i), share, transpose_shares);
        if constexpr (networks::transposes_targets) {
            critic::transpose_weights(view.targets + i * critic::parameter_count,
                                      view.transposed_weights + networks::target_transposed(i), share, transpose_shares);
        }
    }

private:
    static index first_of(index const& k) { return k % parameter_ranges * parameter_range; }
    static index count_of(index const& k) { return min(index(parameter_range), index(critic::parameter_count) - first_of(k)); }
};

}  // namespace lockstep
