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
#include <lockstep/rl/ppo/minibatch.hpp>
#include <lockstep/rl/ppo/rollout.hpp>
#include <lockstep/rl/ppo/summary.hpp>

namespace lockstep {

/// Returns the kernel that collects the rollout of an iteration. Iterations are counted from 0. Launch it for memory.packs packs.
template <class Env, class Networks, class Device>
rollout<Env, Networks> rollout_kernel(ppo_memory<Env, Networks, Device>& memory, ppo_config const& config, Env const& env,
                                      std::size_t iteration) {
    return {.env = env,
            .packs = memory.packs,
            .horizon = config.horizon,
            .seed = config.seed,
            .first_step = static_cast<std::uint32_t>(iteration * config.horizon),
            .discount = config.discount,
            .normalize = config.normalize_observations,
            .staggered = config.stagger_episodes,
            .view = memory.view(rollout_ring::of(iteration, memory.rollouts).newest),
            .environments = memory.environments.data(),
            .discounted_returns = memory.discounted_returns.data(),
            .memories = memory.memories.data(),
            .observation_sums = memory.observation_sums.data(),
            .return_sums = memory.return_sums.data(),
            .sums = memory.episodes.data()};
}

/// Returns the kernel that evaluates an earlier rollout again with the present networks. `place` is the rollout's place in the
/// rollout_ring. Launch it for agents * memory.packs packs.
template <class Env, class Networks, class Device>
ppo_refresh<Networks> refresh_kernel(ppo_memory<Env, Networks, Device>& memory, std::size_t place) {
    return {.view = memory.view(place), .packs = agent_count<Env> * memory.packs, .horizon = memory.steps};
}

/// Returns the kernel that computes the advantages of a rollout. `place` is the rollout's place in the rollout_ring. Launch it
/// for agents * memory.packs packs.
template <class Env, class Networks, class Device>
advantage_pass<Networks> advantage_kernel(ppo_memory<Env, Networks, Device>& memory, ppo_config const& config,
                                          std::size_t place = 0) {
    return {.view = memory.view(place),
            .packs = agent_count<Env> * memory.packs,
            .horizon = config.horizon,
            .discount = config.discount,
            .lambda = config.lambda,
            .scale_rewards = config.scale_rewards};
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

/// Returns what the kernels of an update hold. The samples are those of `rollouts` rollouts. The minibatch begins at group
/// `first_group` of the shuffled samples. `shuffle` is the index of the epoch in the whole training. `learning_rate` is the
/// rate before it is multiplied by rate_scale.
template <class Env, class Networks, class Device>
ppo_minibatch<Networks> minibatch_of(ppo_memory<Env, Networks, Device>& memory, ppo_config const& config, std::size_t shuffle,
                                     std::size_t first_group, float learning_rate, std::size_t rollouts = 1) {
    constexpr std::size_t agents = agent_count<Env>;
    std::size_t const groups = rollouts * agents * config.environments * config.horizon / sample_group;
    auto const number = static_cast<std::uint32_t>(shuffle);
    return {.view = memory.view(),
            .loss = {.clip = config.clip,
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
            .groups = agents * config.minibatch / sample_group,
            .slices = memory.slices,
            .horizon = config.horizon};
}

/// Returns the kernel that writes the summary of an iteration. If `beside` is true, the summary includes the episodes of
/// rl/common/first_returns.hpp. Launch it once.
template <class Env, class Networks, class Device>
ppo_summarize<Networks> summary_kernel(ppo_memory<Env, Networks, Device>& memory, bool beside) {
    return {.view = memory.view(),
            .packs = beside ? memory.episodes.size() : memory.packs,
            .sums = memory.episodes.data(),
            .summary = memory.summary.data()};
}

}  // namespace lockstep
