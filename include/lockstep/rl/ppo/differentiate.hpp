// SPDX-License-Identifier: MIT
// The first kernel of PPO's update: the gradients of the slices of a minibatch. One thread works on a slice for one of the two
// networks.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/rl/ppo/gradient.hpp>
#include <lockstep/rl/ppo/minibatch.hpp>

namespace lockstep {

/// Computes the part of the gradient of the minibatch's mean loss that comes from the samples of one slice, with respect to the
/// parameters of one network. Writes it to slice_gradients[slice], and the sums of the slice's losses to
/// losses[2 * slice + network]. Network 0 is the actor with the log deviations, network 1 the critic. Writes nothing if the
/// iteration's updates are stopped. If only the policy's updates are stopped, writes zeros for network 0.
/// kernel(2 * slice + network).
template <class Networks>
struct ppo_differentiate {
    template <class World>
    using in = ppo_differentiate<typename Networks::template in<World>>;
    static constexpr bool has_team = true;
    using W = typename Networks::world;
    using scalar = typename W::scalar;
    using index = typename W::index;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using actions = typename Networks::actions;
    using slice_gradient = ppo_gradient<Networks>;
    static constexpr std::size_t stack_size = [] {
        if constexpr (W::is_native) {
            return stack_size_for(
                std::max(sizeof(typename perceptron_of<actor>::type::template workspace<slice_gradient::block>),
                         sizeof(typename perceptron_of<critic>::type::template workspace<slice_gradient::block>)) +
                2 * sizeof(typename slice_gradient::sample_pack));
        } else {
            return std::size_t(0);
        }
    }();

    ppo_minibatch<Networks> minibatch;

    void operator()(index const& i) const {
        auto const& view = minibatch.view;
        if (leaves(minibatch.is_stopped())) {
            return;
        }
        index const slice = i / 2;
        index const network = i % 2;
        auto const to = view.slice_gradients + slice * Networks::parameter_count;
        if (minibatch.critic_continues) {
            auto const rests = network == 0 && minibatch.is_policy_stopped();
            zero(rests, to, 0, Networks::critic_begin);
            when(rests, [&] { view.losses[i] = {scalar(0), scalar(0), scalar(0), scalar(0), scalar(0)}; });
            if (leaves(rests)) {
                return;
            }
        }
        slice_gradient sums{.view = view, .loss = minibatch.loss, .per_sample = minibatch.per_sample, .gradient = to};
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
        view.losses[i] = sums.losses();
    }

private:
    /// Adds to `sums` the gradient over the slice's shuffled samples, block by block.
    void add_samples(index const& slice, index const& network, slice_gradient& sums) const {
        index const begin = minibatch.groups * slice / minibatch.slices * minibatch.packs_per_group;
        index const end = minibatch.groups * (slice + 1) / minibatch.slices * minibatch.packs_per_group;
        auto const number_of = [&](index const& r) {
            return minibatch.shuffled(minibatch.first_group + r / minibatch.packs_per_group) * minibatch.packs_per_group +
                   r % minibatch.packs_per_group;
        };
        if constexpr (W::is_native) {
            for (std::size_t at = begin; at < end; at += slice_gradient::packs_per_block) {
                std::size_t const count = std::min(slice_gradient::packs_per_block, end - at);
                std::size_t batch[slice_gradient::packs_per_block];
                for (std::size_t r = 0; r < count; ++r) {
                    batch[r] = number_of(at + r);
                }
                auto const pack = [&batch](std::size_t r) { return batch[r]; };
                if (network == 0) {
                    sums.add_to_actor(pack, count, at != begin);
                } else {
                    sums.add_to_critic(pack, count, at != begin);
                }
            }
        } else {
            begin_gradient(network, sums);
            constexpr std::size_t together = slice_gradient::packs_per_block;
            for (auto const b : W::range((end - begin + (together - 1)) / together)) {
                index const at = begin + b * together;
                index const count = min(index(together), end - at);
                auto const pack = [&](index const& r) { return number_of(at + r); };
                when(network == 0, [&] { sums.add_to_actor(pack, count, true); });
                when(network != 0, [&] { sums.add_to_critic(pack, count, true); });
            }
        }
    }

    /// Sets the network's part of sums.gradient to zero, except the log deviations. Only the kernel's text needs this, because it
    /// adds every block to the gradient. On the processor the first block overwrites the gradient.
    static void begin_gradient(index const& network, slice_gradient& sums) {
        zero(network == 0, sums.gradient, 0, Networks::log_deviation);
        zero(network != 0, sums.gradient, Networks::critic_begin, Networks::parameter_count);
    }
    template <class Condition, class Numbers>
    static void zero(Condition const& condition, Numbers const& to, std::size_t begin, std::size_t end) {
        when(condition, [&] {
            for (auto const i : W::range((end - begin) / W::width)) {
                store_pack(typename W::number(0), to + (i * W::width + begin));
            }
        });
    }

    /// Adds to `sums` the gradient over the slice's shuffled groups of environments, each with its whole rollout.
    void add_rollouts(index const& slice, index const& network, slice_gradient& sums) const {
        std::size_t const steps = minibatch.horizon;
        index const rollouts = minibatch.groups / steps;
        index const begin = rollouts * slice / minibatch.slices;
        index const end = rollouts * (slice + 1) / minibatch.slices;
        auto const numbers = minibatch.view.sequences + (slice * 2 + network) * minibatch.sequence_numbers(steps);
        if constexpr (!W::is_native) {
            begin_gradient(network, sums);
        }
        for (auto const i : W::range(end - begin)) {
            index const pack = minibatch.shuffled(minibatch.first_group / steps + begin + i) * minibatch.packs_per_group;
            typename slice_gradient::group_samples const of{.samples = minibatch.view.samples,
                                                            .first = pack,
                                                            .packs = minibatch.shuffled.size() * minibatch.packs_per_group,
                                                            .horizon = steps,
                                                            .memory = minibatch.view.first_memories + pack,
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

}  // namespace lockstep
