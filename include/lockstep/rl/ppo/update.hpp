// SPDX-License-Identifier: MIT
// One gradient step of proximal policy optimisation: five kernels over a minibatch, which is cut into fixed slices. They are
// launched in this order: ppo_differentiate (rl/ppo/differentiate.hpp) for each slice and network, ppo_gather for each range of
// parameters, ppo_check once, ppo_descend for each range, and ppo_transpose for each network.
//
// One thread works on a slice, slices are added in their order, and samples are shuffled in groups (sample_group) by a
// permutation that needs no memory. So any number of threads gives the same bits.
#pragma once

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/rl/ppo/differentiate.hpp>
#include <lockstep/rl/ppo/minibatch.hpp>

namespace lockstep {

/// Sums the gradients of the slices, in their order, for a range of parameters, and writes the sums to `gradient`. Writes the sum
/// of their squares to squared_norms[range]; the norm of the gradient is computed from these. kernel(range).
template <class Networks>
struct ppo_gather {
    template <class World>
    using in = ppo_gather<typename Networks::template in<World>>;
    using index = typename Networks::world::index;

    ppo_minibatch<Networks> minibatch;

    void operator()(index const& i) const {
        if (leaves(minibatch.is_stopped())) {
            return;
        }
        index const begin = i * minibatch.range;
        index const count = minibatch.parameters_from(begin);
        auto const& view = minibatch.view;
        view.squared_norms[i] = sum_of_slices<typename Networks::number>(
            view.slice_gradients + begin, minibatch.slices, Networks::parameter_count, count, view.gradient + begin);
    }
};

/// Adds the means of the minibatch's losses to the progress. If desired_kl is above 0, adapts the factor of the learning rate. If
/// the divergence exceeds 1.5 target_kl or the gradient is not finite, stops the iteration's updates. Otherwise prepares the step
/// of Adam. With critic_continues such a divergence stops only the policy's updates, and the step is prepared for the critic. If
/// the gradient's norm is then not finite, the norm of the critic's part takes its place. Launch it once: kernel(0).
template <class Networks>
struct ppo_check {
    template <class World>
    using in = ppo_check<typename Networks::template in<World>>;
    using W = typename Networks::world;
    using scalar = typename W::scalar;
    using index = typename W::index;
    static constexpr float least_rate_scale = 0.01f, most_rate_scale = 10;

    ppo_minibatch<Networks> minibatch;

    void operator()(index const&) const {
        if (leaves(minibatch.is_stopped())) {
            return;
        }
        auto const& view = minibatch.view;
        loss_sums<scalar> total{scalar(0), scalar(0), scalar(0), scalar(0), scalar(0)};
        for (auto const i : W::range(minibatch.slices * 2)) {
            auto const& of_slice = view.losses[i];
            total.policy_loss += of_slice.policy_loss;
            total.value_loss += of_slice.value_loss;
            total.approximate_kl += of_slice.approximate_kl;
            total.clipped += of_slice.clipped;
            total.entropy += of_slice.entropy;
        }
        scalar squared_norm(0);
        for (auto const i : W::range(minibatch.ranges)) {
            squared_norm = squared_norm + view.squared_norms[i];
        }
        auto& report = *view.progress;
        scalar const divergence = total.approximate_kl * minibatch.per_sample;
        report.minibatches += 1u;
        report.policy_minibatches += 1u - report.policy_stopped;
        report.policy_loss += total.policy_loss * minibatch.per_sample;
        report.value_loss += total.value_loss * minibatch.per_sample;
        report.approximate_kl += divergence;
        report.clipped += total.clipped * minibatch.per_sample;
        report.entropy += total.entropy * minibatch.per_sample;
        adapt_rate(divergence);
        auto const moved_too_far = scalar(0) < minibatch.target_kl && scalar(1.5f) * minibatch.target_kl < divergence;
        if (minibatch.critic_continues) {
            when(moved_too_far, [&] { report.policy_stopped = typename W::flag(1u); });
            when(moved_too_far && !is_finite(squared_norm), [&] { squared_norm = squared_norm_of_critic(); });
            prepare_step(squared_norm);
        } else {
            when(moved_too_far, [&] { report.stopped = typename W::flag(1u); });
            when(!moved_too_far, [&] { prepare_step(squared_norm); });
        }
    }

private:
    /// Adapts the factor of the learning rate to the divergence. The first minibatch of an iteration changes nothing, because the
    /// policy has not moved yet. Minibatches after the end of the policy's updates change nothing either.
    void adapt_rate(scalar const& divergence) const {
        auto const& view = minibatch.view;
        auto& report = *view.progress;
        scalar const& desired = minibatch.desired_kl;
        auto const says_something = scalar(0) < desired && report.policy_stopped == 0u && 1u < report.policy_minibatches;
        scalar const scale = *view.rate_scale, change(1.5f);
        when(says_something && scalar(2) * desired < divergence,
             [&] { *view.rate_scale = max(scale / change, scalar(least_rate_scale)); });
        when(says_something && divergence < scalar(0.5f) * desired,
             [&] { *view.rate_scale = min(scale * change, scalar(most_rate_scale)); });
    }
    scalar squared_norm_of_critic() const {
        index const count(Networks::parameter_count - Networks::critic_begin);
        auto const of_critic = minibatch.view.gradient + Networks::critic_begin;
        return sum_of_slices<typename Networks::number>(of_critic, index(1), Networks::parameter_count, count, of_critic);
    }
    void prepare_step(scalar const& squared_norm) const {
        auto const& view = minibatch.view;
        auto& report = *view.progress;
        auto const is_nonfinite = !is_finite(squared_norm);
        when(is_nonfinite, [&] {  // the direction of a step would be undefined, so no step is made
            report.nonfinite = report.minibatches;
            report.stopped = typename W::flag(1u);
        });
        when(!is_nonfinite, [&] {
            *view.steps_taken += 1u;
            *view.step = adam_step_of({}, minibatch.learning_rate * *view.rate_scale, static_cast<scalar>(*view.steps_taken),
                                      clip_scale(squared_norm, minibatch.gradient_norm));
        });
    }
};

/// Takes one step of Adam for a range of parameters. If the policy's updates are stopped, its parameters stay as they are.
/// kernel(range).
template <class Networks>
struct ppo_descend {
    template <class World>
    using in = ppo_descend<typename Networks::template in<World>>;
    using index = typename Networks::world::index;

    ppo_minibatch<Networks> minibatch;

    void operator()(index const& i) const {
        if (leaves(minibatch.is_stopped())) {
            return;
        }
        index begin = i * minibatch.range;
        index count = minibatch.parameters_from(begin);
        if (minibatch.critic_continues) {
            index const critic_begin = index(Networks::critic_begin);
            index const of_policy = min(begin + count, critic_begin) - min(begin, critic_begin);
            index const skipped = choose(minibatch.is_policy_stopped(), of_policy, index(0));
            begin = begin + skipped;
            count = count - skipped;
        }
        auto const& view = minibatch.view;
        descend<typename Networks::number>(*view.step, count, view.gradient + begin, view.parameters + begin,
                                           view.first_moment + begin, view.second_moment + begin);
    }
};

/// Writes the transposed weights of a network after its step. Network 0 is the actor, network 1 the critic. kernel(network).
template <class Networks>
struct ppo_transpose {
    template <class World>
    using in = ppo_transpose<typename Networks::template in<World>>;
    using index = typename Networks::world::index;

    ppo_minibatch<Networks> minibatch;

    void operator()(index const& network) const {
        if (leaves(minibatch.is_stopped())) {
            return;
        }
        auto const& view = minibatch.view;
        when(network == 0, [&] { Networks::actor::transpose_weights(view.parameters, view.transposed_weights); });
        when(network != 0, [&] {
            Networks::critic::transpose_weights(view.parameters + Networks::critic_begin,
                                                view.transposed_weights + Networks::critic_transposed);
        });
    }
};

}  // namespace lockstep
