// SPDX-License-Identifier: MIT
// The kernels of SHAC, ready to launch: their numbers are from the configuration, their addresses from the learner's memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include <lockstep/rl/policy/normalizer.hpp>
#include <lockstep/rl/shac/config.hpp>
#include <lockstep/rl/shac/length.hpp>
#include <lockstep/rl/shac/memory.hpp>
#include <lockstep/rl/shac/past_windows.hpp>
#include <lockstep/rl/shac/replay.hpp>
#include <lockstep/rl/shac/window.hpp>

namespace lockstep {

template <class Memory>
shac_length shac_length_of(shac_config const& config, Memory& memory) {
    return {config.length_growth, config.length_rate, config.horizon, memory.lengths.data()};
}

/// Adapts the length of the next windows to the growth of the gradient in the newest window, that of iteration `iteration`. Call
/// it after the window's kernel and before a replay, which may overwrite the growth.
template <class Memory>
void adapt_shac_length(shac_config const& config, Memory& memory, std::size_t iteration) {
    using R = typename Memory::R;
    shac_length const length = shac_length_of(config, memory);
    std::size_t const used = length.steps(), of_window = memory.horizon * memory.packs;
    auto const* const steps = memory.steps_of_pack.data() + iteration % config.replay_windows * of_window;
    length.adapt([&](std::size_t place) {
        float sum = 0, count = 0;
        for (std::size_t t = place; t < config.horizon; t += used) {
            sum += static_cast<float>(sum_of_packs<native_world>(
                memory.packs, [&](std::size_t pack) -> R const& { return steps[pack * config.horizon + t].growth; }));
            count += static_cast<float>(config.environments);
        }
        return sum / count;
    });
}

/// Returns the kernel that runs the window of an iteration. Launch it for memory.groups groups.
template <class Env, class Networks, class Device>
shac_window<Env, Networks> shac_newest_window(Env const& env, shac_config const& config,
                                              shac_memory<Env, Networks, Device>& memory, std::size_t iteration,
                                              normalizer<Env::observation_size> const& normalized) {
    std::size_t const of_window = memory.horizon * memory.packs;
    std::size_t const replayed = iteration % config.replay_windows * of_window;
    return {.env = env,
            .packs = memory.packs,
            .horizon = config.horizon,
            .length = shac_length_of(config, memory).steps(),
            .seed = config.seed,
            .first_step = static_cast<std::uint32_t>(iteration * config.horizon),
            .discount = config.discount,
            .lambda = config.lambda,
            .per_sample = 1 / static_cast<float>(config.environments * config.horizon),
            .growth_limit = config.growth_limit,
            .gradient_decay = config.gradient_decay,
            .least_slope = config.least_slope,
            .mean_penalty = config.mean_penalty,
            .staggered = config.stagger_episodes,
            .normalized = normalized,
            .reward_scale = config.scale_rewards ? memory.return_moments.data()->inverse_deviation(0) : 1.0f,
            .parameters = memory.parameters.data(),
            .transposed_weights = memory.transposed_weights.data(),
            .target = memory.target.data(),
            .target_transposed = memory.target_transposed.data(),
            .observation_moments = memory.observation_moments.data(),
            .return_moments = memory.return_moments.data(),
            .environments = memory.environments.data(),
            .discounted_returns = memory.discounted_returns.data(),
            .steps_of_pack = memory.steps_of_pack.data() + replayed,
            .samples = memory.samples.data() + iteration % config.critic_windows * of_window,
            .records = memory.windows > 1 ? memory.records.data() + iteration % config.critic_windows * of_window : nullptr,
            .traces = config.replay_windows > 1 ? memory.traces.data() + replayed : nullptr,
            .gradients = memory.actor.gradients.data(),
            .observation_sums = memory.observation_sums.data(),
            .return_sums = memory.return_sums.data(),
            .episodes = memory.episodes.data(),
            .sums = memory.sums.data()};
}

/// Returns the kernel that prepares a kept window for its backward pass. `place` is the index of the window among those that are
/// kept for the actor. `has_tapes` says that its steps still have their traces and tapes. Launch it for memory.packs packs.
template <class Env, class Networks, class Device>
shac_recall<Env, Networks> shac_recalled(Env const& env, shac_config const& config, shac_memory<Env, Networks, Device>& memory,
                                         std::size_t place, bool has_tapes, normalizer<Env::observation_size> const& normalized) {
    std::size_t const begin = place * memory.horizon * memory.packs;
    return {.env = env,
            .horizon = config.horizon,
            .normalized = normalized,
            .parameters = memory.parameters.data(),
            .transposed_weights = memory.transposed_weights.data(),
            .traces = has_tapes ? nullptr : memory.traces.data() + begin,
            .steps_of_pack = memory.steps_of_pack.data() + begin};
}

/// Returns the kernel that computes the targets of an older window again. `place` is the index of the window among those from
/// which the critic learns. Launch it for memory.packs packs.
template <class Networks, class Memory>
shac_revalue<Networks> shac_revaluation(shac_config const& config, Memory& memory, std::size_t place) {
    std::size_t const begin = place * memory.horizon * memory.packs;
    return {.packs = memory.packs,
            .horizon = config.horizon,
            .discount = config.discount,
            .lambda = config.lambda,
            .parameters = memory.parameters.data(),
            .transposed_weights = memory.transposed_weights.data(),
            .target = memory.target.data(),
            .target_transposed = memory.target_transposed.data(),
            .records = memory.records.data() + begin,
            .samples = memory.samples.data() + begin};
}

}  // namespace lockstep
