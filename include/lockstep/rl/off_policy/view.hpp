// SPDX-License-Identifier: MIT
// What the kernels of an off-policy update hold: numbers of the update, and addresses in the device's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/native_world.hpp>
#include <lockstep/core/philox.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/nn/adam.hpp>
#include <lockstep/nn/features.hpp>
#include <lockstep/nn/inference_network.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/off_policy/replay/priority_tree.hpp>
#include <lockstep/rl/off_policy/replay_buffer.hpp>
#include <lockstep/rl/off_policy/samples.hpp>
#include <lockstep/rl/off_policy/scalar_values.hpp>

namespace lockstep {

/// Sums over the updates of an iteration, and what stopped the updates. Each term of a sum is a mean over a minibatch. Numbers
/// are of type S, counters are words.
template <class S>
struct basic_off_policy_progress {
    S critic_loss[2];        ///< half the squared error, or the cross entropy of a categorical critic
    S value[2];              ///< of the sampled actions, by each critic
    S outside[2];            ///< the share of targets that a categorical critic's support does not hold
    S policy_loss;           ///< what the actor minimises
    words<S> no_priorities;  ///< the first update after which all priorities were 0; 0: none
    words<S> nonfinite[3];   ///< the update in which the loss of critic 0, critic 1 or the actor was not finite; 0: none
    words<S> stopped;        ///< 1 after such an update: no other update is made

    /// Sets all members to 0.
    void clear() {
        for (std::size_t i = 0; i < 2; ++i) {
            critic_loss[i] = S(0);
            value[i] = S(0);
            outside[i] = S(0);
        }
        policy_loss = S(0);
        no_priorities = words<S>(0);
        for (std::size_t i = 0; i < 3; ++i) {
            nonfinite[i] = words<S>(0);
        }
        stopped = words<S>(0);
    }
};
using off_policy_progress = basic_off_policy_progress<float>;

/// What a critic computes from a slice of the minibatch, in the device's memory.
template <class Networks>
struct off_policy_critic_pass {
    static constexpr std::size_t block = off_policy_block<Networks>;
    typename inference_network<typename Networks::critic>::template workspace<block> work;
    regression_record<typename Networks::number, block> record;
};

/// The memory of a learner (rl/off_policy/memory.hpp) as kernels use it, and the numbers of one update. The parts of an update
/// (replay/minibatch.hpp, critics.hpp, divided_critics.hpp, actor.hpp) refer to it.
template <class Config, class Networks, class Samples, template <class> class Progress>
struct off_policy_view {
    using networks = Networks;
    using actor = typename Networks::actor;
    using critic = typename Networks::critic;
    using config_type = Config;
    using samples_type = Samples;
    using critic_pass = off_policy_critic_pass<Networks>;
    using T = typename Networks::number;
    using W = world_t<T>;
    using R = typename W::number;
    using scalar = typename W::scalar;
    using index = typename W::index;
    using flag = typename W::flag;
    template <class Value>
    using pointer = typename W::template pointer<Value>;
    using measured = std::conditional_t<W::is_native, float, scalar>;  ///< type of the numbers in moments and progress
    template <class S>
    using progress_of = Progress<S>;
    using progress_type = Progress<measured>;
    static constexpr std::size_t observation_size = Networks::observation_size;
    static constexpr std::size_t action_size = Networks::action_size;
    static constexpr std::size_t width = pack_width<T>;
    static constexpr std::size_t block = Samples::block;

    typename W::template constant<Config> config;
    typename W::seed seed;
    flag number;       ///< of this update, from 1
    index steps_made;  ///< by each environment
    replay_view<observation_size, action_size, T> memory;
    pointer<moments<observation_size, measured> const> observation_moments;  ///< [1]

    pointer<scalar> parameters;                          ///< [Networks::parameter_count]
    pointer<scalar> transposed_weights;                  ///< [Networks::transposed_count]
    pointer<scalar> first_moment;                        ///< [Networks::parameter_count], of Adam
    pointer<scalar> second_moment;                       ///< [Networks::parameter_count], of Adam
    pointer<scalar> gradient;                            ///< [Networks::parameter_count]
    pointer<scalar> targets;                             ///< [Networks::target_count]: the parameters of the target networks
    pointer<scalar> batches;                             ///< [Networks::batches_size(batch)]
    pointer<Samples> samples;                            ///< [slices]
    pointer<progress_type> progress;                     ///< [1]
    pointer<moments<1, measured> const> return_moments;  ///< [1], of discounted returns; read with config.scale_rewards
    measured importance;                                 ///< exponent of the weights of samples
    measured rate_share;                                 ///< factor of every learning rate
    basic_priority_tree<std::conditional_t<W::is_native, native_world, W>> priorities;  ///< read with config.priority_exponent
    pointer<flag> leaves;         ///< [samples of the minibatch, in whole packs]: the leaf of each sample's priority
    pointer<critic_pass> passes;  ///< [2][slices], where a critic's step is divided among packs of kernels

    bool prioritizes() const { return config.priority_exponent > 0.0f; }

    /// Returns the number of slices of a minibatch. The slices' numbers of groups differ by at most one, so that threads have
    /// equal work.
    static std::size_t slice_count(std::size_t batch) { return (batch + block - 1) / block; }
    std::size_t slices() const { return slice_count(config.batch); }
    index first_of(index const& slice) const {
        std::size_t const groups = (config.batch + sample_group - 1) / sample_group;
        return min(groups * slice / slices() * sample_group, index(config.batch));
    }
    index samples_of(index const& slice) const { return first_of(slice + 1) - first_of(slice); }
    R per_sample() const { return R(scalar(1) / scalar(config.batch)); }

    auto improves_actor() const { return number % static_cast<std::uint32_t>(config.actor_delay) == 0u; }
    auto actor_number() const { return number / static_cast<std::uint32_t>(config.actor_delay); }
    auto any_nonfinite() const {
        auto const& n = progress->nonfinite;
        return n[0] != 0u || n[1] != 0u || n[2] != 0u;
    }

    /// Returns the random numbers for the pack of samples that begins at sample `first` of `slice`, for one purpose in
    /// this update.
    random<R> stream(index const& slice, index const& first, std::uint32_t purpose) const {
        return {seed, environment_index<R>((first_of(slice) + first) / width), constant_words<R>(number), purpose};
    }

    /// Makes step number `step` of Adam for `count` parameters from `begin` on.
    void descend(index const& begin, index const& count, float rate, float beta1, flag const& step) const {
        auto const learning_rate = static_cast<scalar>(rate_share * measured(rate));
        lockstep::descend<T>(
            adam_step_of<scalar>({.beta1 = beta1, .epsilon = adam_epsilon}, learning_rate, static_cast<scalar>(step), scalar(1)),
            count, gradient + begin, parameters + begin, first_moment + begin, second_moment + begin);
    }
    static constexpr float adam_epsilon = 1e-8f;
};

}  // namespace lockstep
