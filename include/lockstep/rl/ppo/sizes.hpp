// SPDX-License-Identifier: MIT
// Computes the sizes of a ppo_config that a user leaves at 0. They follow from the members that are set.
//
// A training has about five hundred iterations, whatever the number of its steps. Measurements on the bundled environments gave
// this number: a training does not learn enough in fewer iterations, and if there are more, each has too few samples. So the
// samples of an iteration grow with the steps. A training of fewer than 128 k steps has fewer iterations, because an iteration
// has at least 256 samples: 16 environments, each with 16 steps.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/rl/common/idle_lanes.hpp>
#include <lockstep/rl/ppo/config.hpp>

namespace lockstep {

namespace detail {

/// Returns the multiple of `unit` that is nearest to x / y, and at least one unit.
constexpr std::size_t nearest_multiple(std::size_t x, std::size_t y, std::size_t unit) {
    return std::max<std::size_t>((2 * x / y + unit) / (2 * unit), 1) * unit;
}

/// Returns a divisor of n near `wanted`: the least one from `wanted` to 64 * wanted. If there is none, it is the greatest one
/// below `wanted`. `wanted` must be at least 1.
constexpr std::size_t divisor_near(std::size_t n, std::size_t wanted) {
    for (std::size_t divisor = wanted; divisor <= 64 * wanted; ++divisor) {
        if (n % divisor == 0) {
            return divisor;
        }
    }
    while (n % wanted != 0) {
        --wanted;
    }
    return wanted;
}

}  // namespace detail

/// Calls visit(name, size) for the sizes that may be 0.
template <class Visit>
constexpr void for_each_size(ppo_config& config, Visit&& visit) {
    visit("environments", config.environments);
    visit("horizon", config.horizon);
    visit("minibatch", config.minibatch);
}

/// Returns the configuration, with computed sizes in place of those that are 0. There are sample_group environments, or more if
/// their horizon would otherwise be longer than 64 steps: samples of more environments differ more from each other. If the user
/// sets a horizon, the number of environments follows from it. If the user sets fewer environments than sample_group, a horizon
/// may be longer than 64 steps. A computed horizon is a multiple of 16 steps.
///
/// An iteration has 8 minibatches, or 16 if an action has at most four components. It has fewer if a minibatch would have fewer
/// than 64 samples. If this number does not divide the groups of samples, detail::divisor_near() takes its place. With few
/// components there are more minibatches, because the same update moves such a policy less (Swimmer by a divergence of 0.005,
/// Humanoid by 0.014). In Swimmer the medians of eight trainings were 88 with 8 minibatches, 98 with 16 and 114 with 32, not all
/// of the same seeds. Ant returned 3250 with 8 and 2500 with 16. With `whole_rollouts`, which a recurrent policy needs, a
/// minibatch consists of groups of environments with their whole rollouts. Impossible sizes are left as they are: check()
/// refuses them.
constexpr ppo_config with_sizes(ppo_config config, bool whole_rollouts = false, std::size_t action_size = 8) {
    constexpr std::size_t iterations = 500, shortest = 16, least_minibatch = 64;
    // Fewer environments than sample_group have a longer horizon, up to as many samples as sample_group environments in 64 steps.
    bool const is_part_of_group = 0 < config.environments && has_idle_lanes(config.environments);
    std::size_t const longest = 64 * (is_part_of_group ? sample_group / config.environments : 1);
    std::size_t const most_minibatches = action_size <= 4 ? 16 : 8;
    std::size_t const samples = config.steps / iterations;
    if (config.environments == 0) {
        std::size_t const horizon = config.horizon == 0 ? longest : config.horizon;
        config.environments = detail::nearest_multiple(samples, horizon, sample_group);
    }
    if (config.horizon == 0) {
        config.horizon = std::min(detail::nearest_multiple(samples, config.environments, shortest), longest);
    }
    bool const can_work = std::max(config.environments, config.horizon) <= most_samples &&
                          config.environments * config.horizon >= sample_group;
    if (config.minibatch == 0 && can_work) {
        std::size_t const unit = whole_rollouts ? config.horizon * sample_group : sample_group;
        std::size_t const collected = config.environments * config.horizon, units = collected / unit;
        std::size_t const minibatches = std::clamp<std::size_t>(collected / least_minibatch, 1, most_minibatches);
        config.minibatch = units / detail::divisor_near(units, minibatches) * unit;
    }
    return config;
}

}  // namespace lockstep
