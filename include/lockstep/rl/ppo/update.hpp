// SPDX-License-Identifier: MIT
// The gradient step of proximal policy optimisation, as five kernels over a minibatch that is cut into fixed slices:
// differentiate (each slice, for each network), gather (each range of parameters), check, descend (each range) and transpose
// (each network).
//
// One thread works on a slice, slices are added in their order, and samples are shuffled in groups (sample_group) by a
// permutation that needs no memory. So any number of threads gives the same bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/permutation.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/rl/ppo/config.hpp>
#include <lockstep/rl/ppo/gradient.hpp>

namespace lockstep {

/// What the kernels of an update hold.
template <class Networks>
struct ppo_update {
    using T = typename Networks::number;
    using W = typename Networks::world;
    using R = typename W::number;
    using scalar = typename W::scalar;
    using index = typename W::index;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using actions = typename Networks::actions;
    using slice_gradient = ppo_gradient<Networks>;
    using sample_row = typename slice_gradient::sample_row;
    template <class Value>
    using pointer = typename W::template pointer<Value>;

    static constexpr std::size_t group_size = slice_gradient::group;
    static constexpr std::size_t rows_per_group = group_size / W::width;
    static constexpr std::size_t groups_per_slice =
        slice_gradient::native_block / group_size;  ///< at least, if the minibatch is large enough
    static constexpr std::size_t range = 1024;      ///< parameters a gather kernel adds up
    static constexpr std::size_t ranges = (Networks::parameter_count + range - 1) / range;
    static constexpr std::size_t most_slices = 16;

    ppo_loss<W> loss;
    scalar learning_rate;  ///< of this minibatch
    scalar gradient_norm;  ///< the greatest norm of the gradient; 0: no limit
    scalar target_kl;      ///< above 0: ends the iteration's updates, or the policy's, at 1.5 times this divergence
    typename W::template constant<bool> critic_continues;  ///< after the policy's updates have ended
    scalar per_sample;                                     ///< 1 / samples of a minibatch
    basic_permutation<W> shuffled;  ///< of all groups of samples; for networks with a memory, of all groups of environments
    index first_group;              ///< of this minibatch in the shuffled order
    index minibatch_groups;         ///< groups of a minibatch
    index slices;                   ///< of a minibatch

    pointer<sample_row const> samples;       ///< [groups][rows_per_group]
    pointer<scalar> parameters;              ///< [parameter_count]
    pointer<scalar> transposed_weights;      ///< [transposed_count]
    pointer<scalar> first_moment;            ///< [parameter_count]
    pointer<scalar> second_moment;           ///< [parameter_count]
    pointer<scalar> gradient;                ///< [parameter_count]
    pointer<scalar> slice_gradients;         ///< [slices][parameter_count]
    pointer<scalar> squared_norms;           ///< [ranges]
    pointer<loss_sums<scalar>> losses;       ///< [slices][2]
    pointer<typename W::flag> steps_taken;   ///< by Adam
    pointer<adam_step<scalar>> step;         ///< [1]
    pointer<ppo_progress<scalar>> progress;  ///< [1]

    // For recurrent networks.
    pointer<std::array<R, Networks::memory_size> const> first_memories;  ///< [rows of environments], as in rollout
    pointer<scalar> sequences;                                           ///< [slices][2][sequence_numbers]
    /// For recurrent networks it is a constant of the text, since the strides of a sequence depend on it.
    std::conditional_t<recurrent<actor>, typename W::template constant<std::size_t>, index> horizon;

    /// The numbers that a slice needs for a group of environments through a rollout; 1 for networks without memory, since no
    /// buffer is empty.
    static std::size_t sequence_numbers(std::size_t steps) {
        if constexpr (recurrent<actor>) {
            return std::max(actor::sequence::count(steps * group_size), critic::sequence::count(steps * group_size));
        }
        return 1;
    }

    /// The number of slices. If the minibatch is large enough, each is at least a whole block, or for recurrent networks a group
    /// of environments.
    static std::size_t slices_of(std::size_t groups, std::size_t steps) {
        std::size_t const least = recurrent<actor> ? steps : groups_per_slice;
        return std::min((groups + least - 1) / least, most_slices);
    }

    /// The number of parameters of the range that begins at `begin`: the last range is shorter.
    static index parameters_from(index const& begin) { return min(index(range), Networks::parameter_count - begin); }

    auto is_stopped() const { return progress->stopped != 0u; }
    auto is_policy_stopped() const { return progress->policy_stopped != 0u; }
};

/// The gradient of the minibatch's mean loss over the samples of a slice, to slice_gradients[slice]. kernel(2 * slice + network):
/// network 0 is the actor with its deviation, network 1 the critic.
template <class Networks>
struct ppo_differentiate : ppo_update<Networks> {
    template <class World>
    using in = ppo_differentiate<typename Networks::template in<World>>;
    static constexpr bool has_team = true;
    using base = ppo_update<Networks>;
    using typename base::W, typename base::T, typename base::scalar, typename base::index, typename base::actor, typename base::critic,
        typename base::actions, typename base::slice_gradient;
    static constexpr std::size_t stack_size = [] {
        if constexpr (W::is_native) {
            return stack_size_for(
                std::max(sizeof(typename perceptron_of<actor>::type::template workspace<slice_gradient::block>),
                         sizeof(typename perceptron_of<critic>::type::template workspace<slice_gradient::block>)) +
                2 * sizeof(typename base::sample_row));
        } else {
            return std::size_t(0);
        }
    }();

    void operator()(index const& i) const {
        if (leaves(this->is_stopped())) {
            return;
        }
        index const slice = i / 2;
        index const network = i % 2;
        auto const to = this->slice_gradients + slice * Networks::parameter_count;
        if (this->critic_continues) {
            auto const rests = network == 0 && this->is_policy_stopped();
            zero(rests, to, 0, Networks::critic_begin);
            when(rests, [&] { this->losses[i] = {scalar(0), scalar(0), scalar(0), scalar(0), scalar(0)}; });
            if (leaves(rests)) {
                return;
            }
        }
        slice_gradient sums{.loss = this->loss,
                            .per_sample = this->per_sample,
                            .samples = this->samples,
                            .parameters = this->parameters,
                            .transposed_weights = this->transposed_weights,
                            .progress = this->progress,
                            .gradient = to};
        if constexpr (recurrent<actor>) {
            add_rollouts(slice, network, sums);
        } else {
            add_samples(slice, network, sums);
        }
        when(network == 0, [&] {
            for (std::size_t a = 0; a < Networks::critic_begin - Networks::log_deviation; ++a) {
                auto&& deviation = to[Networks::log_deviation + a];
                if (a < actions::log_deviations) {
                    deviation = sums.log_deviation[a].total();
                } else {
                    deviation = scalar(0);
                }
            }
        });
        this->losses[i] = sums.losses();
    }

private:
    /// Adds blocks of shuffled samples.
    void add_samples(index const& slice, index const& network, slice_gradient& sums) const {
        index const begin = this->minibatch_groups * slice / this->slices * base::rows_per_group;
        index const end = this->minibatch_groups * (slice + 1) / this->slices * base::rows_per_group;
        auto const number_of = [&](index const& r) {
            return this->shuffled(this->first_group + r / base::rows_per_group) * base::rows_per_group + r % base::rows_per_group;
        };
        if constexpr (W::is_native) {
            for (std::size_t at = begin; at < end; at += slice_gradient::rows_per_block) {
                std::size_t const count = std::min(slice_gradient::rows_per_block, end - at);
                std::size_t batch[slice_gradient::rows_per_block];
                for (std::size_t r = 0; r < count; ++r) {
                    batch[r] = number_of(at + r);
                }
                auto const row = [&batch](std::size_t r) { return batch[r]; };
                if (network == 0) {
                    sums.add_to_actor(row, count, at != begin);
                } else {
                    sums.add_to_critic(row, count, at != begin);
                }
            }
        } else {
            begin_gradient(network, sums);
            for (auto const b : W::range((end - begin + (slice_gradient::rows_per_block - 1)) / slice_gradient::rows_per_block)) {
                index const at = begin + b * slice_gradient::rows_per_block;
                index const count = min(index(slice_gradient::rows_per_block), end - at);
                auto const row = [&](index const& r) { return number_of(at + r); };
                when(network == 0, [&] { sums.add_to_actor(row, count, true); });
                when(network != 0, [&] { sums.add_to_critic(row, count, true); });
            }
        }
    }

    /// Sets the gradient to zero in a text, which only adds to it.
    static void begin_gradient(index const& network, slice_gradient& sums) {
        zero(network == 0, sums.gradient, 0, Networks::log_deviation);
        zero(network != 0, sums.gradient, Networks::critic_begin, Networks::parameter_count);
    }
    template <class Condition, class Numbers>
    static void zero(Condition const& condition, Numbers const& to, std::size_t begin, std::size_t end) {
        when(condition, [&] {
            for (auto const i : W::range((end - begin) / W::width)) {
                store_row(typename W::number(0), to + (i * W::width + begin));
            }
        });
    }

    /// Adds shuffled groups of environments with their whole rollouts.
    void add_rollouts(index const& slice, index const& network, slice_gradient& sums) const {
        std::size_t const steps = this->horizon;
        index const rollouts = this->minibatch_groups / steps;
        index const begin = rollouts * slice / this->slices;
        index const end = rollouts * (slice + 1) / this->slices;
        auto const numbers = this->sequences + (slice * 2 + network) * base::sequence_numbers(steps);
        if constexpr (!W::is_native) {
            begin_gradient(network, sums);
        }
        for (auto const i : W::range(end - begin)) {
            index const row = this->shuffled(this->first_group / steps + begin + i) * base::rows_per_group;
            typename slice_gradient::group_samples const of{.samples = this->samples,
                                                            .first = row,
                                                            .rows = this->shuffled.size() * base::rows_per_group,
                                                            .horizon = steps,
                                                            .memory = this->first_memories + row,
                                                            .memory_begin = 0};
            bool more = true;
            if constexpr (W::is_native) {
                more = i != 0;
            }
            when(network == 0, [&] { sums.add_rollout_to_actor(of, numbers, more); });
            when(network != 0, [&] { sums.add_rollout_to_critic(of, numbers, more); });
        }
    }
};

/// Adds the slices' gradients of a range of parameters in their order, and the squares for the norm. kernel(range).
template <class Networks>
struct ppo_gather : ppo_update<Networks> {
    template <class World>
    using in = ppo_gather<typename Networks::template in<World>>;
    using base = ppo_update<Networks>;
    using index = typename base::index;

    void operator()(index const& i) const {
        if (leaves(this->is_stopped())) {
            return;
        }
        index const begin = i * base::range;
        index const count = base::parameters_from(begin);
        this->squared_norms[i] = sum_of_slices<typename base::T>(this->slice_gradients + begin, this->slices, Networks::parameter_count,
                                                                 count, this->gradient + begin);
    }
};

/// Adds up the losses of the slices. Stops the iteration's updates if the divergence exceeds its limit or the gradient is not
/// finite; otherwise prepares the step of Adam. Where only the policy's updates end, its gradient may be infinite: the norm is
/// then of the critic's part. kernel(0).
template <class Networks>
struct ppo_check : ppo_update<Networks> {
    template <class World>
    using in = ppo_check<typename Networks::template in<World>>;
    using base = ppo_update<Networks>;
    using typename base::W, typename base::scalar, typename base::index;

    void operator()(index const&) const {
        if (leaves(this->is_stopped())) {
            return;
        }
        scalar total[5] = {scalar(0), scalar(0), scalar(0), scalar(0), scalar(0)};
        for (auto const i : W::range(this->slices * 2)) {
            auto const& of_slice = this->losses[i];
            total[0] += of_slice.policy_loss;
            total[1] += of_slice.value_loss;
            total[2] += of_slice.approximate_kl;
            total[3] += of_slice.clipped;
            total[4] += of_slice.entropy;
        }
        scalar squared_norm(0);
        for (auto const i : W::range(base::ranges)) {
            squared_norm = squared_norm + this->squared_norms[i];
        }
        auto& report = *this->progress;
        scalar const divergence = total[2] * this->per_sample;
        report.minibatches += 1u;
        report.policy_minibatches += 1u - report.policy_stopped;
        report.policy_loss += total[0] * this->per_sample;
        report.value_loss += total[1] * this->per_sample;
        report.approximate_kl += divergence;
        report.clipped += total[3] * this->per_sample;
        report.entropy += total[4] * this->per_sample;
        auto const moved_too_far = scalar(0) < this->target_kl && scalar(1.5f) * this->target_kl < divergence;
        if (this->critic_continues) {
            when(moved_too_far, [&] { report.policy_stopped = typename W::flag(1u); });
            when(moved_too_far && !is_finite(squared_norm), [&] { squared_norm = squared_norm_of_critic(); });
            prepare_step(squared_norm);
        } else {
            when(moved_too_far, [&] { report.stopped = typename W::flag(1u); });
            when(!moved_too_far, [&] { prepare_step(squared_norm); });
        }
    }

private:
    scalar squared_norm_of_critic() const {
        index const count(Networks::parameter_count - Networks::critic_begin);
        auto const of_critic = this->gradient + Networks::critic_begin;
        return sum_of_slices<typename base::T>(of_critic, index(1), Networks::parameter_count, count, of_critic);
    }
    void prepare_step(scalar const& squared_norm) const {
        auto& report = *this->progress;
        auto const is_nonfinite = !is_finite(squared_norm);
        when(is_nonfinite, [&] {  // no step is better than a step in an undefined direction
            report.nonfinite = report.minibatches;
            report.stopped = typename W::flag(1u);
        });
        when(!is_nonfinite, [&] {
            *this->steps_taken += 1u;
            *this->step = adam_step_of({}, this->learning_rate, static_cast<scalar>(*this->steps_taken),
                                       clip_scale(squared_norm, this->gradient_norm));
        });
    }
};

/// One step of Adam for a range of parameters. kernel(range).
template <class Networks>
struct ppo_descend : ppo_update<Networks> {
    template <class World>
    using in = ppo_descend<typename Networks::template in<World>>;
    using base = ppo_update<Networks>;
    using index = typename base::index;

    void operator()(index const& i) const {
        if (leaves(this->is_stopped())) {
            return;
        }
        index begin = i * base::range;
        index count = base::parameters_from(begin);
        if (this->critic_continues) {
            index const critic_begin = index(Networks::critic_begin);
            index const of_policy = min(begin + count, critic_begin) - min(begin, critic_begin);
            index const skipped = choose(this->is_policy_stopped(), of_policy, index(0));
            begin = begin + skipped;
            count = count - skipped;
        }
        descend<typename base::T>(*this->step, count, this->gradient + begin, this->parameters + begin, this->first_moment + begin,
                                  this->second_moment + begin);
    }
};

/// Transposes the weights of a network again after its step. kernel(network).
template <class Networks>
struct ppo_transpose : ppo_update<Networks> {
    template <class World>
    using in = ppo_transpose<typename Networks::template in<World>>;
    using base = ppo_update<Networks>;
    using index = typename base::index;

    void operator()(index const& network) const {
        if (leaves(this->is_stopped())) {
            return;
        }
        when(network == 0, [&] { Networks::actor::transpose_weights(this->parameters, this->transposed_weights); });
        when(network != 0, [&] {
            Networks::critic::transpose_weights(this->parameters + Networks::critic_begin,
                                                this->transposed_weights + Networks::critic_transposed);
        });
    }
};

}  // namespace lockstep
