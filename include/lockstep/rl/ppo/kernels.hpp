// SPDX-License-Identifier: MIT
// The kernels of PPO, ready to launch: their numbers are from the configuration, their addresses from the learner's memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/rl/common/moments.hpp>
#include <lockstep/rl/ppo/advantage_pass.hpp>
#include <lockstep/rl/ppo/config.hpp>
#include <lockstep/rl/ppo/earlier_samples.hpp>
#include <lockstep/rl/ppo/memory.hpp>
#include <lockstep/rl/ppo/rollout.hpp>
#include <lockstep/rl/ppo/summary.hpp>
#include <lockstep/rl/ppo/view.hpp>

namespace lockstep {

/// Returns the kernel that collects the rollout of an iteration. Iterations are counted from 0. Launch it for memory.packs packs.
template <class Env, class Networks, class Device>
rollout<Env, Networks> rollout_kernel(ppo_memory<Env, Networks, Device>& memory, ppo_config const& config, Env const& env,
                                      std::size_t iteration) {
    std::size_t const place = rollout_ring::of(iteration, memory.rollouts).newest;
    return {.env = env,
            .packs = memory.packs,
            .horizon = config.horizon,
            .seed = config.seed,
            .first_step = static_cast<std::uint32_t>(iteration * config.horizon),
            .discount = config.discount,
            .normalize = config.normalize_observations,
            .staggered = config.stagger_episodes,
            .parameters = memory.parameters.data(),
            .transposed_weights = memory.transposed_weights.data(),
            .observation_moments = memory.observation_moments.data(),
            .return_moments = memory.return_moments.data(),
            .environments = memory.environments.data(),
            .discounted_returns = memory.discounted_returns.data(),
            .memories = memory.memories.data(),
            .first_memories = memory.first_memories.data(),
            .samples = memory.samples.data() + place * memory.samples_of_rollout(),
            .last_values = memory.last_values.data() + place * agent_count<Env> * memory.packs,
            .observation_sums = memory.observation_sums.data(),
            .return_sums = memory.return_sums.data(),
            .sums = memory.episodes.data()};
}

/// Returns the kernel that evaluates an earlier rollout again with the present networks. `place` is the rollout's place in the
/// rollout_ring. Launch it for agents * memory.packs packs.
template <class Env, class Networks, class Device>
ppo_refresh<Networks> refresh_kernel(ppo_memory<Env, Networks, Device>& memory, std::size_t place) {
    return {.packs = agent_count<Env> * memory.packs,
            .horizon = memory.steps,
            .parameters = memory.parameters.data(),
            .transposed_weights = memory.transposed_weights.data(),
            .samples = memory.samples.data() + place * memory.samples_of_rollout()};
}

/// Returns the kernel that computes the advantages of a rollout. `place` is the rollout's place in the rollout_ring. Launch it
/// for agents * memory.packs packs.
template <class Env, class Networks, class Device>
advantage_pass<Networks::critic_observation_size, Networks::action_size, typename Networks::world> advantage_kernel(
    ppo_memory<Env, Networks, Device>& memory, ppo_config const& config, std::size_t place = 0) {
    std::size_t const packs = agent_count<Env> * memory.packs;
    return {.packs = packs,
            .horizon = config.horizon,
            .discount = config.discount,
            .lambda = config.lambda,
            .scale_rewards = config.scale_rewards,
            .return_moments = memory.return_moments.data(),
            .last_values = memory.last_values.data() + place * packs,
            .samples = memory.samples.data() + place * memory.samples_of_rollout(),
            .sums = memory.target_packs.data() + place * packs};
}

/// Returns the kernel that begins the updates. It computes the moments of the advantages and targets of `rollouts` rollouts, and
/// resets the progress. Launch it once.
template <class Env, class Networks, class Device>
ppo_begin_updates<typename Networks::world> begin_updates_kernel(ppo_memory<Env, Networks, Device>& memory,
                                                                 ppo_config const& config, std::size_t rollouts = 1) {
    std::size_t const agents = agent_count<Env> * rollouts;
    return {.targets = merge_moments<3, typename Networks::world>::of(memory.target_moments.data(), memory.target_packs.data(),
                                                                      agents * memory.packs,
                                                                      agents * config.environments * config.horizon),
            .progress = memory.progress.data(),
            .normalize_advantages = config.normalize_advantages};
}

/// Returns the view that the kernels of an update share. The samples are those of `rollouts` rollouts. The minibatch begins at
/// group `first_group` of the shuffled samples. `shuffle` is the index of the epoch in the whole training. `learning_rate` is the
/// rate before it is multiplied by rate_scale.
template <class Env, class Networks, class Device>
ppo_view<Networks> update_kernel(ppo_memory<Env, Networks, Device>& memory, ppo_config const& config, std::size_t shuffle,
                                 std::size_t first_group, float learning_rate, std::size_t rollouts = 1) {
    constexpr std::size_t agents = agent_count<Env>;
    std::size_t const groups = rollouts * agents * config.environments * config.horizon / sample_group;
    auto const number = static_cast<std::uint32_t>(shuffle);
    return {.loss = {.clip = config.clip,
                     .value_clip = config.value_clip,
                     .entropy_coefficient = config.entropy_coefficient,
                     .value_coefficient = config.value_coefficient,
                     .seed = config.seed,
                     .shuffle = number,
                     .penalize_ratio = config.penalize_ratio},
            .learning_rate = learning_rate,
            .gradient_norm = config.gradient_norm,
            .desired_kl = config.desired_kl,
            .target_kl = config.target_kl,
            .critic_continues = config.critic_continues,
            .per_sample = 1 / static_cast<float>(agents * config.minibatch),
            .shuffled = {config.seed, groups / (recurrent<typename Networks::actor> ? config.horizon : 1), number},
            .first_group = first_group,
            .minibatch_groups = agents * config.minibatch / sample_group,
            .slices = memory.slices,
            .samples = memory.samples.data(),
            .parameters = memory.parameters.data(),
            .transposed_weights = memory.transposed_weights.data(),
            .first_moment = memory.first_moment.data(),
            .second_moment = memory.second_moment.data(),
            .gradient = memory.gradient.data(),
            .slice_gradients = memory.slice_gradients.data(),
            .squared_norms = memory.squared_norms.data(),
            .losses = memory.losses.data(),
            .rate_scale = memory.rate_scale.data(),
            .steps_taken = memory.steps_taken.data(),
            .step = memory.step.data(),
            .progress = memory.progress.data(),
            .first_memories = memory.first_memories.data(),
            .sequences = memory.sequences.data(),
            .horizon = config.horizon};
}

/// Returns the kernel that writes the summary of an iteration. If `beside` is true, the summary includes the episodes of
/// rl/common/first_returns.hpp. Launch it once.
template <class Env, class Networks, class Device>
ppo_summarize<Networks> summary_kernel(ppo_memory<Env, Networks, Device>& memory, bool beside) {
    return {.packs = beside ? memory.episodes.size() : memory.packs,
            .log_deviation = memory.parameters.data() + Networks::log_deviation,
            .sums = memory.episodes.data(),
            .target_moments = memory.target_moments.data(),
            .progress = memory.progress.data(),
            .rate_scale = memory.rate_scale.data(),
            .summary = memory.summary.data()};
}

}  // namespace lockstep
