// SPDX-License-Identifier: MIT
// Twin critics in an update of an off-policy learner: they follow the smaller of their targets' values, or of their own of
// what followed (CrossQ), and judge actions.
//
// A critic, its target and its optimiser are worked on by one thread, which keeps them in its cache; only actions, values
// and their gradients cross. Parts are added in their order, so results are the same to the bit for any number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/math.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/nn/batch_renorm.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/network_in_use.hpp>
#include <lockstep/nn/polyak.hpp>
#include <lockstep/rl/off_policy_minibatch.hpp>
#include <lockstep/rl/scalar_values.hpp>

namespace lockstep {

template <class Config, class Networks, class Samples, class Progress>
struct off_policy_critics : off_policy_minibatch<Config, Networks, Samples, Progress> {
    using base = off_policy_minibatch<Config, Networks, Samples, Progress>;
    using typename base::R, typename base::T;
    using critic = typename Networks::critic;
    using base::action_size, base::batches, base::block, base::config, base::derived, base::gradient, base::number,
        base::observation_size, base::parameters, base::progress, base::samples, base::targets, base::width;
    using base::descend, base::first_of, base::parts, base::per_sample, base::prioritizes, base::samples_of;
    static constexpr bool has_targets = Networks::has_targets;
    using values = typename Networks::values;
    using critic_in_use = network_in_use<critic>;
    using critic_workspace = typename critic_in_use::template workspace<block>;
    /// Bytes of variables that a kernel has with samples: a workspace, and rows of observations on their way into it, of which
    /// g++ keeps about eight at once.
    static constexpr std::size_t bytes_on_stack =
        sizeof(critic_workspace) + 8 * sizeof(vector<native_lanes, observation_size>);

    /// The value of each next action by the target of critic `i`; without targets, by the critic itself, in one batch with
    /// what was sampled (Bhatt et al. 2024, "CrossQ", section 3.2).
    void estimate_targets(std::size_t i) const {
        if constexpr (has_targets) {
            critic_workspace work;
            work.prepare();
            for (std::size_t p = 0; p < parts(); ++p) {
                Samples& batch = samples[p];
                place_pair(batch.next_observation, batch.next_action, work);
                T const* const transposed = Networks::derives_targets ? derived + Networks::target_derived(i) : nullptr;
                critic::forward(targets + i * critic::parameter_count, transposed, work, samples_of(p));
                values::estimate(config, work.outputs, samples_of(p), i, batch);
            }
        } else {
            auto const joint = joint_batch(i);
            for (std::size_t p = 0; p < parts(); ++p) {
                place_pairs(samples[p].observation, samples[p].action, samples_of(p), joint, first_of(p));
                place_pairs(samples[p].next_observation, samples[p].next_action, samples_of(p), joint,
                            config.batch + first_of(p));
            }
            critic::forward(parameters + Networks::critic_begin(i), joint, renorm_limits::at(number, config.renorm_warmup));
            for (std::size_t p = 0; p < parts(); ++p) {
                alignas(64) T outputs[values::outputs * block] = {};
                copy_outputs(joint, config.batch + first_of(p), samples_of(p), outputs);
                values::estimate(config, outputs, samples_of(p), i, samples[p]);
            }
        }
    }

protected:
    /// A step of critic `i` towards the reward and the smaller of both targets (eq. 10 of Fujimoto et al. 2018).
    void improve_critic(std::size_t i, critic_workspace& work) const {
        if (progress->stopped != 0.0f) {
            return;
        }
        std::size_t const begin = Networks::critic_begin(i);
        T* const weights = parameters + begin;
        T* const transposed = derived + Networks::critic_derived(i);
        regression_sums<T> sums{};
        for (std::size_t p = 0; p < parts(); ++p) {
            Samples& batch = samples[p];
            std::size_t const count = samples_of(p);
            if constexpr (has_targets) {
                place_pair(batch.observation, batch.action, work);
                critic::forward(weights, transposed, work, count);
            } else {
                copy_outputs(joint_batch(i), first_of(p), count, work.outputs);
            }
            sums += values::regress(config, batch, i, count, prioritizes(), work.outputs, work.output_gradients);
            if constexpr (has_targets) {
                critic::backward(weights, transposed, work, count);
                critic::gradient(work, count, gradient + begin, p > 0);
            } else {
                auto const joint = joint_batch(i);
                for (std::size_t o = 0; o < values::outputs; ++o) {
                    T* const row = joint.output_gradients() + o * joint.output_row();
                    std::copy_n(work.output_gradients + o * block, count, row + first_of(p));
                }
            }
        }
        if constexpr (!has_targets) {  // of what followed, the gradients are and stay 0
            critic::backward(weights, transposed, joint_batch(i), gradient + begin);
        }
        if (!is_finite(sums.loss)) {
            progress->nonfinite[i] = static_cast<float>(number);
            return;
        }
        descend(begin, trained_count<critic>, config.critic_learning_rate, config.adam_beta1, number);
        if constexpr (has_targets) {
            critic::derive(weights, transposed);
        } else {
            critic::follow(joint_batch(i), config.renorm_momentum, weights);
            if (this->improves_actor()) {  // then it is used, to judge
                critic::derive(weights, transposed);
            } else {
                critic::derive_for_training(weights, transposed);
            }
        }
        progress->critic_loss[i] += static_cast<float>(sums.loss) / static_cast<float>(config.batch);
        progress->value[i] += static_cast<float>(sums.value) / static_cast<float>(config.batch);
        progress->outside[i] += static_cast<float>(sums.outside) / static_cast<float>(config.batch);
    }

    void follow_critic(std::size_t i) const {
        if constexpr (has_targets) {
            polyak_update(config.target_rate, critic::parameter_count, parameters + Networks::critic_begin(i),
                          targets + i * critic::parameter_count);
            Networks::derive_target(i, targets, derived);
        }
    }

    /// What critic `i` thinks of the proposed actions of part `p`.
    void judge(std::size_t i, std::size_t p, critic_workspace& work) const {
        Samples& batch = samples[p];
        std::size_t const count = samples_of(p);
        auto const used = in_use<critic>(parameters + Networks::critic_begin(i), derived + Networks::critic_derived(i));
        place_pair(batch.observation, batch.proposed_action, work);
        critic_in_use::forward(used.parameters, used.derived, work, count);
        values::judge(config, work.outputs, count, batch.value[i], work.output_gradients);
        if constexpr (convolutional<critic_in_use>) {
            critic_in_use::differentiate_behind_image(used.parameters, used.derived, work, count);
        } else {
            critic_in_use::backward(used.parameters, used.derived, work, count);
            critic_in_use::input_gradient(used.parameters, work, count, observation_size);
        }
        std::memcpy(batch.value_gradient[i], work.input_gradients + observation_size * block, sizeof batch.value_gradient[i]);
    }

    using observations = T[observation_size][block];
    using actions = T[action_size][block];

private:
    static void place_pair(observations const& observation, actions const& action, critic_workspace& work) {
        std::memcpy(work.inputs, observation, sizeof observation);
        std::memcpy(work.inputs + observation_size * block, action, sizeof action);
    }

    auto joint_batch(std::size_t i) const {
        return typename critic::batch{batches + Networks::critic_batch(i, config.batch), 2 * config.batch};
    }
    /// The outputs for `count` samples of a joint batch from `first` on, as a workspace has them.
    template <class Batch>
    static void copy_outputs(Batch const& joint, std::size_t first, std::size_t count, T* to) {
        for (std::size_t o = 0; o < values::outputs; ++o) {
            std::copy_n(joint.outputs() + o * joint.output_row() + first, count, to + o * block);
        }
    }
    template <class Batch>
    static void place_pairs(observations const& observation, actions const& action, std::size_t count, Batch const& to,
                            std::size_t first) {
        for (std::size_t s = 0; s < count; ++s) {
            T* const inputs = to.level(0).at(first + s, 0);
            for (std::size_t o = 0; o < observation_size; ++o) {
                inputs[o] = observation[o][s];
            }
            for (std::size_t a = 0; a < action_size; ++a) {
                inputs[observation_size + a] = action[a][s];
            }
        }
    }
};

}  // namespace lockstep
