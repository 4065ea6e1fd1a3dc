// SPDX-License-Identifier: MIT
// The gradient of proximal policy optimisation's loss over a batch of samples: that of the policy's loss with respect to the
// parameters of the actor, and that of the value's loss with respect to the parameters of the critic.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/native_world.hpp>
#include <lockstep/core/ordered_sum.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/vector.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/nn/block_of.hpp>
#include <lockstep/nn/convolutional_mlp.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/actor_view.hpp>
#include <lockstep/rl/ppo/config.hpp>
#include <lockstep/rl/ppo/objective.hpp>
#include <lockstep/rl/ppo/progress.hpp>
#include <lockstep/rl/ppo/through_time.hpp>
#include <lockstep/rl/ppo/view.hpp>

namespace lockstep {

/// The coefficients of the loss, and the seed and the counter of the random draws for its entropy.
template <class W>
struct ppo_loss {
    typename W::scalar clip, value_clip, entropy_coefficient, value_coefficient;
    typename W::seed seed;
    typename W::flag shuffle;  ///< the index of the epoch in the whole training: the counter of the entropy's draws
    typename W::template constant<bool> penalize_ratio;
};

/// The part of the gradient of a minibatch's mean loss that comes from one slice. Packs of samples are added to it, a block at a
/// time.
template <class Networks>
struct ppo_gradient {
    using T = typename Networks::number;
    using W = typename Networks::world;
    using R = typename W::number;
    using scalar = typename W::scalar;
    using index = typename W::index;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using actions = typename Networks::actions;
    using sample_pack = typename ppo_view<Networks>::sample_pack;
    static constexpr std::size_t width = W::width;
    static constexpr std::size_t group = std::same_as<T, double> ? 1 : sample_group;  ///< samples of a group; 1 for doubles
    /// The number of samples in a block on the processor, whatever the world of Networks.
    static constexpr std::size_t native_block = [] {
        if constexpr (W::is_native) {
            return std::min(block_of<typename perceptron_of<actor>::type>, block_of<typename perceptron_of<critic>::type>);
        } else {
            return ppo_gradient<typename Networks::template in<native_world>>::native_block;
        }
    }();
    /// The most samples that go through a network together. Small blocks that are added in order give the same bits as a large
    /// block. So a kernel's text uses the smallest blocks, which need little memory. With convolutions the bits depend on the
    /// size of a block, because a block's samples are added for one place of the image after another. So networks with
    /// convolutions have native_block in every world.
    static constexpr std::size_t block = [] {
        if constexpr (W::is_native || convolutional<actor>) {
            return native_block;
        } else {
            return ordered_sum<R>::partial_sums;
        }
    }();
    static constexpr std::size_t packs_per_block = block / width;

    ppo_view<Networks> const& view;
    ppo_loss<W> const& loss;
    scalar per_sample;                              ///< 1 / samples of the minibatch
    typename W::template pointer<scalar> gradient;  ///< [parameter_count]; that of the log deviations is in log_deviation
    loss_sums<ordered_sum<R>> sums{};
    std::array<ordered_sum<R>, actions::log_deviations> log_deviation{};
    index packs = 0;  ///< how many packs were added before; used on the processor only

    /// Returns the sums of the losses over the samples so far.
    loss_sums<scalar> losses() const {
        return {sums.policy_loss.total(), sums.value_loss.total(), sums.approximate_kl.total(), sums.clipped.total(),
                sums.entropy.total()};
    }

    /// Computes the actor's gradient over `count` packs of samples, at most packs_per_block. at(r) must return the index in
    /// view.samples of pack r. If `more` is true, adds the result to the actor's part of `gradient`, otherwise overwrites this
    /// part. In both cases adds the losses to `sums`, and the gradient with respect to the log deviations to `log_deviation`.
    template <class At>
    void add_to_actor(At at, index const& count, bool more) {
        add_policy(at, count, more, place_all<Networks::observation_size>(at, count), [](auto&) {});
    }
    /// Does the same for the critic.
    template <class At>
    void add_to_critic(At at, index const& count, bool more) {
        add_value(at, count, more, place_all<Networks::critic_observation_size>(at, count), [](auto&) {});
    }

    using group_samples = group_of_samples<W, sample_pack, std::array<R, Networks::memory_size>>;

    /// Computes the gradient of a recurrent actor over the whole rollout of a group of environments. `numbers` and `more` are as
    /// in through_time().
    void add_rollout_to_actor(group_samples of, typename W::template pointer<scalar> numbers, bool more) {
        of.memory_begin = 0;
        through_time<Networks::observation_size, block, actor>(
            of, numbers, view.parameters, gradient, more,
            [&](index const& step, index const& count, bool again, auto place_inputs, auto finish) {
            add_policy([&](index const& r) { return of.pack(step, r); }, count * group_packs<T>, again, place_inputs, finish);
            });
        end_rollout(of.horizon);
    }
    /// Does the same for a recurrent critic.
    void add_rollout_to_critic(group_samples of, typename W::template pointer<scalar> numbers, bool more) {
        of.memory_begin = memory_size<actor>;
        through_time<Networks::critic_observation_size, block, critic>(
            of, numbers, view.parameters + Networks::critic_begin, gradient + Networks::critic_begin, more,
            [&](index const& step, index const& count, bool again, auto place_inputs, auto finish) {
            add_value([&](index const& r) { return of.pack(step, r); }, count * group_packs<T>, again, place_inputs, finish);
            });
        end_rollout(of.horizon);
    }

private:
    /// Computes the gradient of the policy's loss over a block with respect to the parameters of the actor. If the actor is
    /// recurrent, these are the parameters of the perceptron after its memory. First calls place_inputs(work), which must write
    /// the inputs. At the end calls finish(work): everything is computed then, except the gradient with respect to the inputs.
    template <class At, class Place, class Finish>
    LOCKSTEP_NOINLINE void add_policy(At at, index const& count, bool more, Place place_inputs, Finish finish) {
        using network = typename perceptron_of<actor>::type;
        typename network::template workspace<block> work;
        work.prepare();
        place_inputs(work);
        network::forward(view.parameters, view.transposed_weights, work, count * width);

        R const share = R(per_sample);
        R const advantage_mean = R(view.progress->advantage_mean);
        R const advantage_scale = R(view.progress->advantage_scale);
        actions const policy(view.parameters + Networks::log_deviation);
        R const by_entropy = R(-loss.entropy_coefficient) * share;
        for_each_pack(count, [&](auto r, auto number) {
            auto const pack = at(r);
            sample_pack const& s = view.samples[pack];
            auto const outputs = load_features<R, actions::output_size>(work.outputs + r * width, block);
            R const ratio(s.ratio), clip = R(loss.clip) / ratio;
            R const advantage = ratio * ((s.advantage - advantage_mean) * advantage_scale);
            R const log_prob = policy.log_prob(outputs, s.action), old_log_prob(s.log_prob);
            auto const objective = loss.penalize_ratio ? penalized_surrogate(log_prob, old_log_prob, advantage, clip)
                                                       : clipped_surrogate(log_prob, old_log_prob, advantage, clip);
            random<R> noise(loss.seed, environment_index<R>(pack), constant_words<R>(loss.shuffle), draw_purpose::entropy);
            typename actions::outputs gradient_of_outputs;
            R const by_log_prob = objective.log_prob_gradient * share;
            vector<R, Networks::action_size> gradient_of_log_deviation;
            policy.differentiate(outputs, s.action, noise, by_log_prob, by_entropy, gradient_of_outputs,
                                 gradient_of_log_deviation);
            store_features(gradient_of_outputs, work.output_gradients + r * width, block);
            for (std::size_t a = 0; a != actions::log_deviations; ++a) {
                log_deviation[a].add(number, gradient_of_log_deviation[a]);
            }
            sums.entropy.add(number, policy.entropy(outputs, noise));
            sums.policy_loss.add(number, objective.loss);
            sums.approximate_kl.add(number, objective.approximate_kl);
            sums.clipped.add(number, objective.clipped);
        });
        network::backward(view.parameters, view.transposed_weights, work, count * width);
        network::gradient(work, count * width, gradient, more);
        finish(work);
    }

    /// Does the same for the value's loss and the parameters of the critic.
    template <class At, class Place, class Finish>
    LOCKSTEP_NOINLINE void add_value(At at, index const& count, bool more, Place place_inputs, Finish finish) {
        using network = typename perceptron_of<critic>::type;
        auto const weights = view.parameters + Networks::critic_begin;
        auto const transposed = view.transposed_weights + Networks::critic_transposed;
        typename network::template workspace<block> work;
        work.prepare();
        place_inputs(work);
        network::forward(weights, transposed, work, count * width);

        R const scale = R(loss.value_coefficient * per_sample);
        R const clip = R(loss.value_clip);
        for_each_pack(count, [&](auto r, auto number) {
            sample_pack const& s = view.samples[at(r)];
            R const value = load_pack<R>(work.outputs + r * width);
            auto const error = value_objective(value, R(s.value), R(s.target), clip);
            store_pack(scale * error.gradient, work.output_gradients + r * width);
            sums.value_loss.add(number, error.loss);
        });
        network::backward(weights, transposed, work, count * width);
        network::gradient(work, count * width, gradient + Networks::critic_begin, more);
        finish(work);
    }

    /// Returns a function that writes the first Inputs numbers of each observation to the inputs of a network. If the critic is
    /// privileged, the actor observes fewer numbers.
    template <std::size_t Inputs, class At>
    auto place_all(At at, index const& count) const {
        return [this, at, count](auto& work) {
            for (auto const r : W::range(count)) {
                if constexpr (W::is_native) {
                    // This loop avoids g++'s copy of the whole observation, which took 3 % of an update.
                    auto const& observation = view.samples[at(r)].observation;
                    for (std::size_t i = 0; i < Inputs; ++i) {
                        store_pack(observation[i], work.inputs + (i * block + r * width));
                    }
                } else {
                    place(first<Inputs>(view.samples[at(r)].observation), work, r * width);
                }
            }
        };
    }

    /// Calls body(r, n) for each r below `count`. n is the index of pack r in the ordered sums. In a kernel's text n begins at 0
    /// again in each chunk of ordered_sum::packs packs, because the chunks before have added equally many packs to all partial
    /// sums. If a block is smaller than such a chunk, the text exchanges the partial sums after each block (turn_sums). Only the
    /// last block of a rollout may have an odd number of packs (end_rollout).
    template <class Body>
    LOCKSTEP_INLINE void for_each_pack(index const& count, Body body) {
        if constexpr (W::is_native) {
            for (std::size_t r = 0; r < count; ++r, ++packs) {
                body(r, packs);
            }
        } else {
            constexpr std::size_t partial = ordered_sum<R>::packs, at_once = std::min(partial, packs_per_block);
            for_each_chunk<packs_per_block / at_once>([&](auto const& chunk) {
                for (std::size_t r = 0; r < at_once; ++r) {
                    index const pack = chunk * at_once + r;
                    when(pack < count, [&] { body(pack, r); });
                }
            });
            if constexpr (at_once % partial != 0) {
                turn_sums();
            }
        }
    }
    /// Calls body(chunk) for each of Chunks chunks. If there are several, this is a loop of the kernel's text.
    template <std::size_t Chunks, class Body>
    static void for_each_chunk(Body body) {
        if constexpr (Chunks == 1) {
            body(index(0));
        } else {
            for (auto const chunk : W::range(Chunks)) {
                body(chunk);
            }
        }
    }

    /// Call it after each rollout. After an odd number of packs, the next pack belongs to the second half of the partial sums,
    /// but a kernel's text adds it to the first half. So the text exchanges the halves.
    void end_rollout(std::size_t horizon) {
        if constexpr (!W::is_native) {
            if (horizon * group_packs<T> % packs_per_block != 0) {
                turn_sums();
            }
        }
    }
    void turn_sums() {
        for (auto* sum : {&sums.policy_loss, &sums.value_loss, &sums.approximate_kl, &sums.clipped, &sums.entropy}) {
            sum->begin_anew_after_odd_packs();
        }
        for (auto& sum : log_deviation) {
            sum.begin_anew_after_odd_packs();
        }
    }
};

}  // namespace lockstep
