// SPDX-License-Identifier: MIT
// Configurations of PPO that a search found, with networks of 64x64. An environment has one configuration, or several that were
// searched with different numbers of steps, the fewest steps first. tuned() takes the configuration whose number of steps is
// nearest in proportion to that of the training.
//
// Each comment has the returns of the mean action, over at least 64 episodes of each seed. All rows are in
// bench/learning/results/summary.csv.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/rl/common/tuned_entry.hpp>
#include <lockstep/rl/ppo/config.hpp>
#include <lockstep/rl/ppo/sizes.hpp>

namespace lockstep {

namespace detail {
/// The configuration from which those of Walker2d and others are made. It is in no table itself. In Walker2d, after 1 M steps:
/// median 4302, worst 1730 of the seeds 313 to 328 and 901 to 910.
inline constexpr ppo_config walking = {.environments = 16,
                                       .steps = 1'000'000,
                                       .horizon = 128,
                                       .epochs = 5,
                                       .minibatch = 128,
                                       .learning_rate = 8e-4f,
                                       .discount = 0.99f,
                                       .lambda = 0.95f,
                                       .clip = 0.1f,
                                       .entropy_coefficient = 1e-3f,
                                       .gradient_norm = 0.5f,
                                       .target_kl = 0.05f,
                                       .initial_deviation = 1.78f};

/// Returns the configuration of Walker2d for few steps. After 1 M steps: median 4420, worst 4067 of the seeds 801 to 805; 4523
/// and 2983 of the seeds 313 to 328 and 901 to 910.
constexpr ppo_config walking_early() {
    ppo_config config = walking;
    config.learning_rate = 1.2e-3f;
    config.clip = 0.15f;
    config.entropy_coefficient = 3e-3f;
    config.gradient_norm = 0.25f;
    config.initial_deviation = 1;
    return config;
}

/// Returns `walking` with larger rollouts and 4 M steps. With this configuration Hopper returns more than 3400, and Ant
/// more than 6000. With the defaults and a discount of 0.995, Hopper stands still for three of five seeds.
constexpr ppo_config trained_longer(std::size_t minibatch, float discount, float learning_rate = walking.learning_rate) {
    ppo_config config = walking;
    config.environments = 64;
    config.steps = 4'000'000;
    config.horizon = 64;
    config.minibatch = minibatch;
    config.learning_rate = learning_rate;
    config.discount = discount;
    return config;
}

/// Returns trained_longer() with 128 environments, 16 M steps, minibatches of 1024 and four times the entropy_coefficient. With
/// the coefficient of `walking` HumanoidStandup crouches, and returns 224 k instead of 276 k after 16 M steps, one seed each.
constexpr ppo_config standing_up() {
    ppo_config config = trained_longer(1024, 0.99f);
    config.environments = 128;
    config.steps = 16'000'000;
    config.entropy_coefficient = 4e-3f;
    return config;
}
}  // namespace detail

inline constexpr std::array tuned_ppo = {
    /// Median 5048, worst 4557 of the seeds 801 to 805, 1 M steps. An Ant that observes its position needs an `observed` of 29.
    tuned_entry<ppo_config>{"ant",
                            {.environments = 64,
                             .steps = 1'000'000,
                             .horizon = 32,
                             .minibatch = 256,
                             .rollouts = 2,
                             .learning_rate = 8e-4f,
                             .discount = 0.98f,
                             .lambda = 0.97f,
                             .target_kl = 0.03f,
                             .critic_continues = true,
                             .initial_deviation = 0.8f,
                             .observed = 27}},
    /// Median 6103, worst 6023 of the seeds 801 to 805, 10 M steps; 6727 and 6033, 25 M steps.
    tuned_entry<ppo_config>{"ant", detail::trained_longer(512, 0.99f)},
    /// Median 7498, worst 6783 of the seeds 801 to 805, 1 M steps. The defaults return 6354 and 5643 with the seeds 701 to 705.
    tuned_entry<ppo_config>{
        "half_cheetah",
        {.steps = 1'000'000, .horizon = 32, .rollouts = 4, .learning_rate = 1e-3f, .clip = 0.1f, .target_kl = 0}},
    /// The defaults. For more than 1 M steps, no search tried to learn from earlier rollouts (`rollouts` above 1).
    tuned_entry<ppo_config>{"half_cheetah", {.steps = 2'500'000}},
    /// After 40 M steps: median 9023, worst 7578 of the seeds 801 to 805. For 40 M steps with_steps() gives 64 environments and
    /// minibatches of 512. From 1.6 M to 15.8 M steps tuned() takes the entry before, the defaults: their sizes suit any number
    /// of cores.
    tuned_entry<ppo_config>{
        "half_cheetah", {.environments = 96, .steps = 100'000'000, .horizon = 64, .minibatch = 768, .learning_rate = 8e-4f}},
    /// Median 3404, worst 2392 of the seeds 801 to 805, and 3329 and 2986 of 901 to 905, 1 M steps.
    tuned_entry<ppo_config>{"hopper", {.environments = 16, .steps = 1'000'000, .horizon = 128, .minibatch = 64}},
    /// Median 3664, worst 3605 of the seeds 801 to 805, 8 M steps.
    tuned_entry<ppo_config>{"hopper", detail::trained_longer(256, 0.995f)},
    /// Median 928, worst 743, best 4678 of the seeds 801 to 805, and 1007, 801 and 2817 of 901 to 905, 1 M steps.
    tuned_entry<ppo_config>{"humanoid",
                            {.environments = 32,
                             .steps = 1'000'000,
                             .horizon = 64,
                             .epochs = 15,
                             .minibatch = 256,
                             .learning_rate = 3e-4f,
                             .discount = 0.97f,
                             .lambda = 0.95f,
                             .gradient_norm = 0.5f,
                             .critic_continues = true}},
    /// Median 7201, worst 7120 of the seeds 801 to 805, 8 M steps; 8281 and 7680, 28 M steps. A learning rate of 8e-4 returned
    /// 7345 and 6974 after 12 M.
    tuned_entry<ppo_config>{"humanoid", detail::trained_longer(512, 0.99f, 4e-4f)},
    /// Median 262 k, worst 227 k of the seeds 801 to 805, 20 M steps.
    tuned_entry<ppo_config>{"humanoid_standup", detail::standing_up()},
    /// Median 9346, worst 9206 of the seeds 801 to 805, 1 M steps.
    tuned_entry<ppo_config>{"inverted_double_pendulum",
                            {.environments = 128,
                             .steps = 1'000'000,
                             .horizon = 128,
                             .epochs = 20,
                             .minibatch = 1024,
                             .learning_rate = 6e-4f,
                             .discount = 0.995f,
                             .lambda = 0.9f,
                             .clip = 0.1f,
                             .entropy_coefficient = 1e-3f,
                             .target_kl = 0,
                             .initial_deviation = 0.22f,
                             .normalize_advantages = false}},
    /// Median 1000, worst 1000 of the seeds 801 to 805, 1 M steps, the defaults.
    tuned_entry<ppo_config>{"inverted_pendulum", {.steps = 1'000'000}},
    /// Median -28.4, worst -29.6 of the seeds 801 to 805, 1 M steps, the defaults.
    tuned_entry<ppo_config>{"pusher", {.steps = 1'000'000}},
    /// Median -25.7, worst -26.2 of the seeds 801 to 805, 16 M steps; -24.9 and -25.5, 48 M steps.
    tuned_entry<ppo_config>{"pusher", detail::trained_longer(256, 0.99f)},
    /// Median -3.6, worst -3.9 of the seeds 801 to 805, and -3.5 and -3.6 of 901 to 905, 1 M steps; -3.5 and -3.5 of
    /// 801 to 805, 8 M steps. The defaults return -4.1.
    tuned_entry<ppo_config>{"reacher",
                            {.steps = 1'000'000, .discount = 0.95f, .target_kl = 0.01f, .critic_continues = true}},
    /// 1 M steps: median 348, worst 294 of the seeds 801 to 805; 356 and 354 of the seeds 901 to 905. 2.5 M steps: 360 and 356 of
    /// the seeds 801 to 805. With a lambda of 0.98 the median of the seeds 201 to 204 is 306 after 1 M steps, with 0.95 it is
    /// 133.
    tuned_entry<ppo_config>{"swimmer",
                            {.environments = 16,
                             .steps = 1'000'000,
                             .horizon = 256,
                             .minibatch = 256,
                             .learning_rate = 6e-4f,
                             .discount = 0.9999f,
                             .lambda = 0.995f,
                             .gradient_norm = 0.5f,
                             .target_kl = 0,
                             .initial_deviation = 1.5f}},
    tuned_entry<ppo_config>{"walker2d", detail::walking_early()},
    /// Median 6020, worst 5922 of the seeds 801 to 805, 16 M steps.
    tuned_entry<ppo_config>{"walker2d", detail::trained_longer(256, 0.995f)},
};

namespace detail {
/// Returns the greatest integer whose square is at most x.
constexpr std::size_t square_root(std::size_t x) {
    std::size_t root = 0;
    for (std::size_t bit = std::size_t(1) << 31; bit > 0; bit /= 2) {
        if ((root + bit) * (root + bit) <= x) {
            root += bit;
        }
    }
    return root;
}
}  // namespace detail

/// Returns `config`, which a search found, for another number of steps. If its number of environments is 0, only its steps
/// change, and with_sizes() computes the sizes that are 0 from them. Otherwise the sizes stay the same for 1 to 8 times the steps
/// of the search, and only the learning rate falls more slowly; this was measured. With fewer steps than in the search an
/// iteration collects fewer samples, and with more than 8 times as many it collects more, in proportion to the square root of the
/// steps. The number of environments changes. If it falls to sample_group, the horizon falls too. The number of minibatches stays
/// the same, or becomes a divisor near it. With 300 k steps Hopper then returns 2061. The rule was chosen when Hopper, Walker2d
/// and Ant had other configurations. After 300 k steps Hopper then returned 1057 by this rule, 440 with the sizes for 1 M steps,
/// and 521 with a third of the samples; Walker2d 2554 by this rule and 2408 with the sizes for 1 M steps; Ant 1751 and 1626.
constexpr ppo_config with_steps(ppo_config config, std::size_t steps) {
    constexpr std::size_t shortest = 16, most_times = 8;
    std::size_t const searched = config.steps;
    config.steps = steps;
    if (config.environments == 0 || (searched <= steps && steps <= most_times * searched)) {
        return config;
    }
    std::size_t const like = steps < searched ? searched : most_times * searched;
    std::size_t const collected = config.environments * config.horizon, minibatches = collected / config.minibatch;
    std::size_t const samples = detail::square_root(collected * collected * (steps / 1'000) / (like / 1'000));
    config.environments = detail::nearest_multiple(samples, config.horizon, sample_group);
    if (config.environments == sample_group) {
        config.horizon = std::min(config.horizon, detail::nearest_multiple(samples, sample_group, shortest));
    }
    std::size_t const groups = config.environments * config.horizon / sample_group;
    config.minibatch = groups / detail::divisor_near(groups, std::min(minibatches, groups)) * sample_group;
    return config;
}

}  // namespace lockstep
