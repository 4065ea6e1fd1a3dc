// SPDX-License-Identifier: MIT
// The loss of the twin critics, their steps, and their values' gradients by the action.
//
// One thread works on a critic, its target and its optimiser, and keeps them in its cache. Threads exchange only actions, values
// and their gradients. Slices are added in their order, so results have the same bits for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/device/stack.hpp>
#include <lockstep/nn/batch_renorm.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/off_policy/minibatch.hpp>
#include <lockstep/rl/off_policy/scalar_values.hpp>

namespace lockstep {

template <class Config, class Networks, class Samples, template <class> class Progress>
struct off_policy_critics : off_policy_minibatch<Config, Networks, Samples, Progress> {
    using base = off_policy_minibatch<Config, Networks, Samples, Progress>;
    using typename base::W, typename base::R, typename base::T, typename base::scalar, typename base::index,
        typename base::measured, typename base::critic_pass;
    using critic = typename Networks::critic;
    using base::action_size, base::batches, base::block, base::config, base::gradient, base::number, base::observation_size,
        base::parameters, base::passes, base::progress, base::samples, base::targets, base::transposed_weights, base::width;
    using base::descend, base::first_of, base::per_sample, base::prioritizes, base::samples_of, base::slices;
    static constexpr bool has_targets = Networks::has_targets;
    using values = typename Networks::values;
    using inference_critic = inference_network<critic>;
    using critic_workspace = typename inference_critic::template workspace<block>;
    /// For the variables of a kernel over samples: a workspace, and about eight rows of observations, which g++ keeps at once.
    static constexpr std::size_t stack_size = [] {
        if constexpr (W::is_native) {
            return stack_size_for(sizeof(critic_workspace) + 8 * sizeof(vector<native_lanes, observation_size>));
        } else {
            return std::size_t(0);
        }
    }();

    /// Whether a critic's step is divided among rows of several kernels, as a device with many threads needs it. Its data then
    /// lies in memory. Sums have the same order as in one thread.
    static constexpr bool is_divided = !W::is_native && has_targets && !convolutional<critic>;
    static constexpr std::size_t parameter_range = 1024;  ///< parameters that one row of a kernel updates
    static constexpr std::size_t parameter_ranges = (trained_count<critic> + parameter_range - 1) / parameter_range;
    static constexpr std::size_t gradient_shares = (critic::gradient_rows + 15) / 16;
    static constexpr std::size_t transpose_shares = 4;

    /// The value of each next action by the target network of critic `i`. A critic without a target values the next actions
    /// itself, in one batch with the sampled ones (Bhatt et al. 2024, "CrossQ", section 3.2).
    void estimate_targets(index const& i) const {
        if constexpr (has_targets) {
            critic_workspace work;
            work.prepare();
            for (auto const slice : W::range(slices())) {
                estimate_slice(i, slice, work);
            }
        } else {
            auto const joint = joint_batch(i);
            for (auto const slice : W::range(slices())) {
                Samples& batch = samples[slice];
                place_pairs(batch.observation, batch.action, samples_of(slice), joint, first_of(slice));
                place_pairs(batch.next_observation, batch.next_action, samples_of(slice), joint, first_of(slice) + config.batch);
            }
            critic::forward(parameters + Networks::critic_begin(i), joint,
                            basic_renorm_limits<measured>::at(number, config.renorm_warmup));
            alignas(64) array_t<T, values::outputs * block> outputs;
            zero_numbers<T>(outputs, values::outputs * block);
            for (auto const slice : W::range(slices())) {
                copy_outputs(joint, first_of(slice) + config.batch, samples_of(slice), outputs);
                values::estimate(config, outputs + 0, samples_of(slice), i, samples[slice]);
            }
        }
    }

    // A divided step. If a kernel has n rows for each critic, its row k belongs to critic k / n.

    /// As estimate_targets, for one slice.
    void estimate_targets_of_slice(index const& k) const { estimate_slice(k / slices(), k % slices(), passes[k].work); }

    /// One slice forward and back through a critic. td_target: as in improve_critic.
    template <class Target>
    void differentiate_critic_by_slice(index const& k, Target const& td_target) const {
        if (leaves(progress->stopped != 0u)) {
            return;
        }
        critic_pass& pass = passes[k];
        place_sampled(k % slices(), pass.work);
        index const i = k / slices(), begin = Networks::critic_begin(i);
        critic::forward(parameters + begin, transposed_weights + Networks::critic_transposed(i), pass.work,
                        samples_of(k % slices()));
        compare_slice(i, k % slices(), td_target, pass);
        critic::backward(parameters + begin, transposed_weights + Networks::critic_transposed(i), pass.work,
                         samples_of(k % slices()));
    }

    /// Sums a share of the rows of a critic's gradient over all slices.
    void gather_critic(index const& k) const {
        if (leaves(progress->stopped != 0u)) {
            return;
        }
        index const i = k / gradient_shares, h = k % gradient_shares;
        index const begin = h * critic::gradient_rows / gradient_shares, end = (h + 1) * critic::gradient_rows / gradient_shares;
        auto const to = gradient + Networks::critic_begin(i);
        critic::gradient(passes[i * slices()].work, samples_of(0), to, false, begin, end);
        for (auto const slice : W::range(slices() - 1)) {
            critic::gradient(passes[i * slices() + slice + 1].work, samples_of(slice + 1), to, true, begin, end);
        }
    }

    /// Checks that the loss of critic `i` is finite, so that it may make its step, and reports it.
    void check_critic(index const& i) const {
        check_critic_then(i, [&] {
            auto sums = no_sums();
            for (auto const slice : W::range(slices())) {
                sums = passes[i * slices() + slice].record.added_to(sums, samples_of(slice));
            }
            return sums;
        }, [] {});
    }

    /// The step of a range of a critic's parameters. follows(body) calls body, which moves the parameters of the target network,
    /// in updates in which the target follows.
    template <class Follows>
    void descend_critic_range(index const& k, Follows follows) const {
        index const i = k / parameter_ranges, first = k % parameter_ranges * parameter_range;
        index const count = min(index(parameter_range), index(critic::parameter_count) - first);
        index const begin = Networks::critic_begin(i) + first;
        for_critic(i, [&](std::size_t c) {
            auto const is_good = progress->stopped == 0u && progress->nonfinite[c] != number;
            when(is_good, [&] { descend(begin, count, config.critic_learning_rate, config.adam_beta1, number); });
        });
        follows([&] {
            polyak_update<T>(config.target_rate, count, parameters + begin, targets + (i * critic::parameter_count + first));
        });
    }

    /// Transposes a share of the weights of a critic and of its target network.
    void transpose_critic(index const& k) const {
        index const i = k / transpose_shares, share = k % transpose_shares;
        critic::transpose_weights(parameters + Networks::critic_begin(i), transposed_weights + Networks::critic_transposed(i),
                                  share, transpose_shares);
        if constexpr (Networks::transposes_targets) {
            critic::transpose_weights(targets + i * critic::parameter_count, transposed_weights + Networks::target_transposed(i),
                                      share, transpose_shares);
        }
    }

protected:
    /// A step of critic `i` towards the targets. td_target(batch, first) gives the Bellman targets of a row of samples, as a
    /// function of the value of their next actions.
    template <class Target>
    void improve_critic(index const& i, critic_workspace& work, Target const& td_target) const {
        check_critic_then(i, [&] { return differentiate_critic(i, work, td_target); }, [&] { descend_whole_critic(i); });
    }

    /// Unless the updates have stopped: calls sums_of(), checks that the loss of critic `i` is finite, calls then(), and reports
    /// the loss.
    template <class SumsOf, class Then>
    void check_critic_then(index const& i, SumsOf sums_of, Then then) const {
        measured loss(0), value(0), outside(0);  // read before they are set: else with PoCL each work-item adds once more
        for_critic(i, [&](std::size_t c) {
            loss = progress->critic_loss[c];
            value = progress->value[c];
            outside = progress->outside[c];
        });
        when(progress->stopped == 0u, [&] {
            auto const sums = sums_of();
            auto const good = is_finite(sums.loss);
            when(!good, [&] { for_critic(i, [&](std::size_t c) { progress->nonfinite[c] = number; }); });
            when(good, [&] {
                then();
                auto const mean = [&](scalar const& sum) { return static_cast<measured>(sum) / measured(config.batch); };
                for_critic(i, [&](std::size_t c) {
                    progress->critic_loss[c] = loss + mean(sums.loss);
                    progress->value[c] = value + mean(sums.value);
                    progress->outside[c] = outside + mean(sums.outside);
                });
            });
        });
    }

    /// Moves the target network of critic `i` towards the critic.
    void follow_critic(index const& i) const {
        if constexpr (has_targets) {
            polyak_update<T>(config.target_rate, critic::parameter_count, parameters + Networks::critic_begin(i),
                             targets + i * critic::parameter_count);
            W::barrier();
            Networks::transpose_target(i, targets, transposed_weights);
        }
    }

    /// The value that critic `i` gives the policy's actions at the observations of `slice`, and its gradient by the actions.
    void differentiate_value(index const& i, index const& slice, critic_workspace& work) const {
        Samples& batch = samples[slice];
        index const count = samples_of(slice);
        auto const used = inference_parameters_of<critic, T>(parameters + Networks::critic_begin(i),
                                                             transposed_weights + Networks::critic_transposed(i));
        place_pair(batch.observation, batch.policy_action, work);
        inference_critic::forward(used.parameters, used.transposed_weights, work, count);
        values::template differentiate<block>(config, work.outputs + 0, count, batch.value[i], work.output_gradients + 0);
        if constexpr (convolutional<inference_critic>) {
            inference_critic::differentiate_behind_image(used.parameters, used.transposed_weights, work, count);
        } else {
            inference_critic::backward(used.parameters, used.transposed_weights, work, count);
            inference_critic::input_gradient(used.parameters, work, count, observation_size);
        }
        copy_rows<T>(work.input_gradients + observation_size * block, batch.value_gradient[i * action_size], action_size * block);
    }

    using observations = feature_rows<T, observation_size, block>;
    using actions = feature_rows<T, action_size, block>;

private:
    /// Calls body(i); in a text, where i is no constant, body(c) for the constant c that equals i.
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

    void place_sampled(index const& slice, critic_workspace& work) const {
        place_pair(samples[slice].observation, samples[slice].action, work);
    }
    template <class Target>
    void compare_slice(index const& i, index const& slice, Target const& td_target, critic_pass& pass) const {
        values::compare(config, td_target, samples[slice], i, samples_of(slice), prioritizes(), pass.work.outputs + 0,
                        pass.work.output_gradients + 0, pass.record);
    }
    void estimate_slice(index const& i, index const& slice, critic_workspace& work) const {
        Samples& batch = samples[slice];
        place_pair(batch.next_observation, batch.next_action, work);
        pointer_t<T const> const transposed = Networks::transposes_targets
                                                  ? pointer_t<T const>(transposed_weights + Networks::target_transposed(i))
                                                  : pointer_t<T const>(nullptr);
        critic::forward(targets + i * critic::parameter_count, transposed, work, samples_of(slice));
        values::estimate(config, work.outputs + 0, samples_of(slice), i, batch);
    }

    /// The gradient of critic `i`'s mean loss over the minibatch, to `gradient`.
    template <class Target>
    regression_sums<scalar> differentiate_critic(index const& i, critic_workspace& work, Target const& td_target) const {
        index const begin = Networks::critic_begin(i);
        auto const weights = parameters + begin;
        auto const transposed = transposed_weights + Networks::critic_transposed(i);
        regression_sums<scalar> sums = no_sums();
        if constexpr (!W::is_native) {
            if constexpr (has_targets) {
                zero_numbers<T>(gradient + begin, critic::parameter_count);
            }
        }
        for (auto const slice : W::range(slices())) {
            Samples& batch = samples[slice];
            index const count = samples_of(slice);
            if constexpr (has_targets) {
                place_pair(batch.observation, batch.action, work);
                critic::forward(weights, transposed, work, count);
            } else {
                copy_outputs(joint_batch(i), first_of(slice), count, work.outputs + 0);
            }
            sums = values::regress(config, td_target, batch, i, count, prioritizes(), work.outputs + 0, work.output_gradients + 0,
                                   sums);
            if constexpr (has_targets) {
                critic::backward(weights, transposed, work, count);
                critic::gradient(work, count, gradient + begin, base::is_behind(slice));
            } else {
                auto const joint = joint_batch(i);
                base::for_each_sample(count, [&](index const& s) {
                    for (auto const o : W::range(values::outputs)) {
                        joint.output_gradients()[o * joint.output_row() + first_of(slice) + s] =
                            work.output_gradients[o * block + s];
                    }
                });
            }
        }
        if constexpr (!has_targets) {
            // The joint batch also holds the next observations and actions. Nothing writes their output gradients, so these stay 0.
            critic::backward(weights, transposed, joint_batch(i), gradient + begin);
        }
        return sums;
    }

    void descend_whole_critic(index const& i) const {
        index const begin = Networks::critic_begin(i);
        auto const weights = parameters + begin;
        auto const transposed = transposed_weights + Networks::critic_transposed(i);
        descend(begin, trained_count<critic>, config.critic_learning_rate, config.adam_beta1, number);
        W::barrier();
        if constexpr (has_targets) {
            critic::transpose_weights(weights, transposed);
        } else {
            critic::follow(joint_batch(i), config.renorm_momentum, weights);
            W::barrier();
            auto const is_used = this->improves_actor();  // by the loss of the actor
            when(is_used, [&] { critic::transpose_weights(weights, transposed); });
            when(!is_used, [&] { critic::transpose_for_training(weights, transposed); });
        }
    }

    static void place_pair(observations const& observation, actions const& action, critic_workspace& work) {
        copy_rows<T>(observation[0], work.inputs + 0, observation_size * block);
        copy_rows<T>(action[0], work.inputs + observation_size * block, action_size * block);
    }

    auto joint_batch(index const& i) const {
        return typename critic::batch{batches + Networks::critic_batch(i, config.batch), 2 * config.batch};
    }
    /// The outputs for `count` samples of a joint batch from `first` on, as a workspace has them.
    template <class Batch>
    static void copy_outputs(Batch const& joint, index const& first, index const& count, pointer_t<T> const& to) {
        base::for_each_sample(count, [&](index const& s) {
            for (auto const o : W::range(values::outputs)) {
                to[o * block + s] = joint.outputs()[o * joint.output_row() + first + s];
            }
        });
    }
    template <class Batch>
    static void place_pairs(observations const& observation, actions const& action, index const& count, Batch const& to,
                            index const& first) {
        base::for_each_sample(count, [&](index const& s) {
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
