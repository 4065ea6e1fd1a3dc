// SPDX-License-Identifier: MIT
// The loss of the twin critics, their steps, and the gradients of their values with respect to the action.
//
// One thread works on a critic, its target network and its optimiser, and keeps them in its cache. Threads exchange only actions,
// values and the gradients of values. Slices are added in their order, so results have the same bits for any number of threads.
#pragma once

#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>
#include <lockstep/rl/off_policy/samples.hpp>
#include <lockstep/rl/off_policy/scalar_values.hpp>
#include <lockstep/rl/off_policy/view.hpp>

namespace lockstep {

/// What an update computes of the critics. View is an off_policy_view.
template <class View>
struct off_policy_critics {
    using W = typename View::W;
    using T = typename View::T;
    using scalar = typename View::scalar;
    using index = typename View::index;
    using measured = typename View::measured;
    using networks = typename View::networks;
    using samples_type = typename View::samples_type;
    using critic = typename View::critic;
    using values = typename networks::values;
    using inference_critic = inference_network<critic>;
    static constexpr std::size_t observation_size = View::observation_size, action_size = View::action_size;
    static constexpr std::size_t block = View::block;
    static constexpr bool has_targets = networks::has_targets;
    using workspace = typename inference_critic::template workspace<block>;
    using observations = feature_packs<T, observation_size, block>;
    using actions = feature_packs<T, action_size, block>;
    /// The bytes of stack for a kernel over samples: a workspace, and about eight packs of observations, which g++ keeps there at
    /// the same time.
    static constexpr std::size_t stack_size = [] {
        if constexpr (W::is_native) {
            return stack_size_for(sizeof(workspace) + 8 * sizeof(vector<native_lanes, observation_size>));
        } else {
            return std::size_t(0);
        }
    }();

    View const& view;

    /// Writes the value that the target network of critic `i` gives each next action to the slices' target_value[i]. A critic
    /// without a target network values the next actions itself, in one batch with the sampled actions (Bhatt et al. 2024,
    /// "CrossQ", section 3.2).
    void estimate_targets(index const& i) const {
        if constexpr (has_targets) {
            workspace work;
            work.prepare();
            for (auto const slice : W::range(view.slices())) {
                estimate_slice(i, slice, work);
            }
        } else {
            place_joint(i);
            critic::forward(view.parameters + networks::critic_begin(i), joint_batch(i), joint_limits());
            value_next(i);
        }
    }
    /// Writes the value that the target network of critic `i` gives each next action of `slice` to the slice's target_value[i].
    void estimate_slice(index const& i, index const& slice, workspace& work) const {
        samples_type& batch = view.samples[slice];
        place_pair(batch.next_observation, batch.next_action, work);
        pointer_t<T const> const transposed =
            networks::transposes_targets ? pointer_t<T const>(view.transposed_weights + networks::target_transposed(i))
                                         : pointer_t<T const>(nullptr);
        critic::forward(view.targets + i * critic::parameter_count, transposed, work, view.samples_of(slice));
        values::estimate(view.config, work.outputs + 0, view.samples_of(slice), i, batch);
    }

    /// Makes a step of critic `i` towards the targets. td_target(batch, first) returns a function for the pack of samples that
    /// begins at `first`. This function computes the Bellman targets from the values of the next actions.
    template <class Target>
    void improve(index const& i, workspace& work, Target const& td_target) const {
        check_then(i, [&] { return differentiate(i, work, td_target); }, [&] { descend(i); });
    }

    /// Moves the target network of critic `i`, if there is one, towards the critic.
    void follow(index const& i) const {
        if constexpr (has_targets) {
            polyak_update<T>(view.config.target_rate, critic::parameter_count, view.parameters + networks::critic_begin(i),
                             view.targets + i * critic::parameter_count);
            W::barrier();
            networks::transpose_target(i, view.targets, view.transposed_weights);
        }
    }

    /// Does nothing if the updates have stopped. Otherwise calls sums_of(), which returns the sums of critic `i`'s loss. If the
    /// loss is finite, calls then() and adds the means of the sums to view.progress. If it is not, records this update
    /// in view.progress->nonfinite.
    template <class SumsOf, class Then>
    void check_then(index const& i, SumsOf sums_of, Then then) const {
        auto const progress = view.progress;
        measured loss(0), value(0), outside(0);  // read before they are set: otherwise each work-item of PoCL adds again
        for_critic(i, [&](std::size_t c) {
            loss = progress->critic_loss[c];
            value = progress->value[c];
            outside = progress->outside[c];
        });
        when(progress->stopped == 0u, [&] {
            auto const sums = sums_of();
            auto const good = is_finite(sums.loss);
            when(!good, [&] { for_critic(i, [&](std::size_t c) { progress->nonfinite[c] = view.number; }); });
            when(good, [&] {
                then();
                auto const mean = [&](scalar const& sum) {
                    return static_cast<measured>(sum) / measured(view.config.batch);
                };
                for_critic(i, [&](std::size_t c) {
                    progress->critic_loss[c] = loss + mean(sums.loss);
                    progress->value[c] = value + mean(sums.value);
                    progress->outside[c] = outside + mean(sums.outside);
                });
            });
        });
    }

    /// Writes the value that critic `i` gives the policy's actions at the observations of `slice` to the slice's value[i], and
    /// its gradient with respect to the actions to value_gradient.
    void differentiate_value(index const& i, index const& slice, workspace& work) const {
        samples_type& batch = view.samples[slice];
        index const count = view.samples_of(slice);
        auto const used = inference_parameters_of<critic, T>(view.parameters + networks::critic_begin(i),
                                                             view.transposed_weights + networks::critic_transposed(i));
        place_pair(batch.observation, batch.policy_action, work);
        inference_critic::forward(used.parameters, used.transposed_weights, work, count);
        values::template differentiate<block>(view.config, work.outputs + 0, count, batch.value[i], work.output_gradients + 0);
        if constexpr (convolutional<inference_critic>) {
            inference_critic::differentiate_after_image(used.parameters, used.transposed_weights, work, count);
        } else {
            inference_critic::backward(used.parameters, used.transposed_weights, work, count);
            inference_critic::input_gradient(used.parameters, work, count, observation_size);
        }
        copy_packs<T>(work.input_gradients + observation_size * block, batch.value_gradient[i * action_size],
                      action_size * block);
    }

    /// Calls body(i). In the text of a kernel `i` is no constant. There body(c) is called for the constant c that equals `i`.
    template <class Body>
    static void for_critic(index const& i, Body body) {
        if constexpr (W::is_native) {
            body(i);
        } else {
            for (std::size_t c = 0; c < 2; ++c) {
                when(i == c, [&] { body(c); });
            }
        }
    }
    static regression_sums<scalar> no_sums() { return {scalar(0), scalar(0), scalar(0)}; }

    /// Writes pairs of observation and action to the inputs of a critic.
    static void place_pair(observations const& observation, actions const& action, workspace& work) {
        copy_packs<T>(observation[0], work.inputs + 0, observation_size * block);
        copy_packs<T>(action[0], work.inputs + observation_size * block, action_size * block);
    }

    /// Makes a step of critic `i` down its gradient, and transposes its weights. A critic with batch renormalisation also updates
    /// its running statistics.
    void descend(index const& i) const {
        index const begin = networks::critic_begin(i);
        auto const weights = view.parameters + begin;
        auto const transposed = view.transposed_weights + networks::critic_transposed(i);
        view.descend(begin, trained_count<critic>, view.config.critic_learning_rate, view.config.adam_beta1, view.number);
        W::barrier();
        if constexpr (has_targets) {
            critic::transpose_weights(weights, transposed);
        } else {
            critic::follow(joint_batch(i), view.config.renorm_momentum, weights);
            W::barrier();
            auto const is_used = view.improves_actor();  // the loss of the actor uses the critic
            when(is_used, [&] { critic::transpose_weights(weights, transposed); });
            when(!is_used, [&] { critic::transpose_for_training(weights, transposed); });
        }
    }

    // The joint batch of a critic without a target network, in steps that ranks can share (ranks/joint_exchange.hpp).

    auto joint_batch(index const& i) const {
        return typename critic::batch{view.batches + networks::critic_batch(i, view.config.batch), 2 * view.config.batch};
    }
    auto joint_limits() const { return basic_renorm_limits<measured>::at(view.number, view.config.renorm_warmup); }
    /// Writes the inputs of critic `i`'s joint batch: the sampled pairs of all slices, then the next pairs.
    void place_joint(index const& i) const {
        auto const joint = joint_batch(i);
        for (auto const slice : W::range(view.slices())) {
            samples_type& batch = view.samples[slice];
            index const first = view.first_of(slice), count = view.samples_of(slice);
            place_pairs(batch.observation, batch.action, count, joint, first);
            place_pairs(batch.next_observation, batch.next_action, count, joint, first + view.config.batch);
        }
    }
    /// Writes the value of each next action, computed from the outputs of the joint batch, to the slices' target_value[i].
    void value_next(index const& i) const {
        auto const joint = joint_batch(i);
        alignas(64) array_t<T, values::outputs * block> outputs;
        zero_numbers<T>(outputs, values::outputs * block);
        for (auto const slice : W::range(view.slices())) {
            copy_outputs(joint, view.first_of(slice) + view.config.batch, view.samples_of(slice), outputs);
            values::estimate(view.config, outputs + 0, view.samples_of(slice), i, view.samples[slice]);
        }
    }
    /// Writes the gradient of critic `i`'s mean loss with respect to the outputs to the joint batch, and returns the sums of the
    /// loss. The gradients with respect to the outputs of next pairs stay 0, since nothing writes them.
    template <class Target>
    regression_sums<scalar> regress_joint(index const& i, workspace& work, Target const& td_target) const {
        auto const joint = joint_batch(i);
        regression_sums<scalar> sums = no_sums();
        for (auto const slice : W::range(view.slices())) {
            index const count = view.samples_of(slice), first = view.first_of(slice);
            copy_outputs(joint, first, count, work.outputs + 0);
            sums = values::regress(view.config, td_target, view.samples[slice], i, count, view.prioritizes(), work.outputs + 0,
                                   work.output_gradients + 0, sums);
            for_each_sample<T>(count, [&](index const& s) {
                for (auto const o : W::range(values::outputs)) {
                    joint.output_gradients()[o * joint.output_stride() + first + s] = work.output_gradients[o * block + s];
                }
            });
        }
        return sums;
    }

private:
    /// Writes the gradient of critic `i`'s mean loss over the minibatch to view.gradient, and returns the sums of the loss.
    template <class Target>
    regression_sums<scalar> differentiate(index const& i, workspace& work, Target const& td_target) const {
        index const begin = networks::critic_begin(i);
        auto const weights = view.parameters + begin;
        auto const transposed = view.transposed_weights + networks::critic_transposed(i);
        regression_sums<scalar> sums = no_sums();
        if constexpr (!W::is_native) {
            if constexpr (has_targets) {
                zero_numbers<T>(view.gradient + begin, critic::parameter_count);
            }
        }
        if constexpr (has_targets) {
            for (auto const slice : W::range(view.slices())) {
                samples_type& batch = view.samples[slice];
                index const count = view.samples_of(slice);
                place_pair(batch.observation, batch.action, work);
                critic::forward(weights, transposed, work, count);
                sums = values::regress(view.config, td_target, batch, i, count, view.prioritizes(), work.outputs + 0,
                                       work.output_gradients + 0, sums);
                critic::backward(weights, transposed, work, count);
                critic::gradient(work, count, view.gradient + begin, accumulates(slice));
            }
        } else {
            sums = regress_joint(i, work, td_target);
            critic::backward(weights, transposed, joint_batch(i), view.gradient + begin);
        }
        return sums;
    }
    /// Returns whether the gradient of `slice` is added to view.gradient. If not, it overwrites view.gradient. In the text of a
    /// kernel it is always added, because differentiate() writes zeros to view.gradient first.
    static bool accumulates([[maybe_unused]] index const& slice) {
        if constexpr (W::is_native) {
            return slice > 0;
        } else {
            return true;
        }
    }

    /// Copies the outputs of `count` samples of a joint batch, from sample `first` on, to `to`, with the layout of a
    /// workspace: [outputs][block].
    template <class Batch>
    static void copy_outputs(Batch const& joint, index const& first, index const& count, pointer_t<T> const& to) {
        for_each_sample<T>(count, [&](index const& s) {
            for (auto const o : W::range(values::outputs)) {
                to[o * block + s] = joint.outputs()[o * joint.output_stride() + first + s];
            }
        });
    }
    template <class Batch>
    static void place_pairs(observations const& observation, actions const& action, index const& count, Batch const& to,
                            index const& first) {
        for_each_sample<T>(count, [&](index const& s) {
            auto const inputs = to.level(0).at(first + s, 0);
            for (std::size_t o = 0; o < observation_size; ++o) {
                inputs[o] = observation[o][s];
            }
            for (std::size_t a = 0; a < action_size; ++a) {
                inputs[observation_size + a] = action[a][s];
            }
        });
    }
};

}  // namespace lockstep
