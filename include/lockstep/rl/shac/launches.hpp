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
            .view = memory.view(iteration)};
}

/// Returns the kernel that prepares a kept window for its backward pass. `place` is the index of the window among those that are
/// kept for the actor. `has_tapes` says that its steps still have their traces and tapes. Launch it for memory.packs packs.
template <class Env, class Networks, class Device>
shac_recall<Env, Networks> shac_recalled(Env const& env, shac_config const& config, shac_memory<Env, Networks, Device>& memory,
                                         std::size_t place, bool has_tapes, normalizer<Env::observation_size> const& normalized) {
    return {.env = env, .view = memory.view(place), .horizon = config.horizon, .has_tapes = has_tapes, .normalized = normalized};
}

/// Returns the kernel that computes the targets of an older window again. `place` is the index of the window among those from
/// which the critic learns. Launch it for memory.packs packs.
template <class Env, class Networks, class Device>
shac_revalue<Env, Networks> shac_revaluation(shac_config const& config, shac_memory<Env, Networks, Device>& memory,
                                             std::size_t place) {
    return {.view = memory.view(place),
            .packs = memory.packs,
            .horizon = config.horizon,
            .discount = config.discount,
            .lambda = config.lambda};
}

}  // namespace lockstep
