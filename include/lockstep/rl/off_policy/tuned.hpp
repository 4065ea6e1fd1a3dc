// SPDX-License-Identifier: MIT
// Configurations of SAC and CrossQ that a search found, with the widths of their networks. Batches have half the published size.
// SAC has half the published widths and three times the published learning rates; CrossQ has the published learning rates, and
// critics of 256 units instead of 2048. A million steps of SAC take one thread some minutes.
//
// Each comment has the return of the mean action: the median over the seeds, with 64 episodes for each seed. The rows are
// in bench/learning/results/summary.csv.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>
#include <lockstep/rl/common/tuned_entry.hpp>
#include <lockstep/rl/off_policy/crossq_config.hpp>
#include <lockstep/rl/off_policy/sac/config.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace lockstep {

/// The layers of SAC's actor and critics: sac<Env, Device, tuned_layers>, or with categorical critics
/// sac<Env, Device, tuned_layers, categorical_critic<tuned_layers, 101>>.
using tuned_layers = hidden_layers<relu_activation, 128, 128>;

/// The layers of CrossQ's actor and critics: crossq<Env, Device, tuned_renormalized_layers, tuned_renormalized_layers>.
using tuned_renormalized_layers = hidden_layers<batch_renorm<relu_activation>, 256, 256>;

/// The layers of CrossQ's actor beside categorical critics:
/// crossq<Env, Device, tuned_renormalized_actor, categorical_critic<tuned_renormalized_layers, 101>>.
using tuned_renormalized_actor = hidden_layers<batch_renorm<relu_activation>, 128, 128>;

namespace detail {
/// Returns the configuration that the search found. With a `final_rate_share` of 0 the policy comes to rest at the end, with 1 it
/// goes on learning. No component of a random action is held, as in the search. With the default, which holds one component,
/// HalfCheetah learns as well at first: its returns are 4649 and 6079 after 100 k steps.
template <class Config>
constexpr Config learnt_in_minutes(std::size_t steps, float final_rate_share) {
    return {.steps = steps,
            .longest_hold = 1,
            .batch = 128,
            .actor_learning_rate = 1e-3f,
            .critic_learning_rate = 1e-3f,
            .final_rate_share = final_rate_share};
}

/// Returns a configuration with an update for every second step. It takes half the time, and a step teaches about as much.
template <class Config>
constexpr Config learnt_by_half_the_updates(std::size_t steps, float final_rate_share) {
    Config config = learnt_in_minutes<Config>(steps, final_rate_share);
    config.updates_per_step = 0.5f;
    return config;
}

/// Returns a configuration with scaled rewards. With rewards as they are, half of Hopper's trainings end in a gait with a return
/// of 1300 to 1800. With scaled rewards two of nine do.
template <class Config>
constexpr Config learnt_from_scaled_rewards(std::size_t steps) {
    Config config = learnt_by_half_the_updates<Config>(steps, 0);
    config.scale_rewards = true;
    return config;
}

/// Returns a configuration for categorical critics. Scaled returns lie within its bounds, so the bounds do not depend on
/// the environment.
template <class Config>
constexpr Config learnt_by_categorical_critics(std::size_t steps) {
    Config config = learnt_from_scaled_rewards<Config>(steps);
    config.least_value = -5;
    config.greatest_value = 15;
    return config;
}

/// Returns the same with a low temperature from the start. Scaled rewards are so small that the temperature settles below 1e-3.
/// From 1 it takes 20'000 updates to fall so far, which are 40'000 steps. In Humanoid one training was ahead for 125'000 steps,
/// and not after them.
template <class Config>
constexpr Config learnt_at_a_low_temperature(std::size_t steps) {
    Config config = learnt_by_categorical_critics<Config>(steps);
    config.initial_temperature = 0.01f;
    return config;
}
}  // namespace detail

inline constexpr std::array tuned_sac = {
    /// Median 11577, worst 10890 of the seeds 801 to 803.
    tuned_entry<sac_config>{"half_cheetah", detail::learnt_in_minutes<sac_config>(1'000'000, 1)},
    /// Median 12304, worst 12295 of the seeds 801 to 803, 3 M steps.
    tuned_entry<sac_config>{"half_cheetah", detail::learnt_by_half_the_updates<sac_config>(3'000'000, 0.1f)},
    /// Median 3361, worst 1773 of the seeds 801 to 805.
    tuned_entry<sac_config>{"hopper", detail::learnt_from_scaled_rewards<sac_config>(1'000'000)},
    /// Median 5355, worst 5261 of the seeds 801 to 803.
    tuned_entry<sac_config>{"walker2d", detail::learnt_from_scaled_rewards<sac_config>(1'000'000)},
};

namespace detail {
template <class Config>
constexpr tuned_entry<Config> categorical_entry(std::string_view environment) {
    return {environment, learnt_by_categorical_critics<Config>(1'000'000)};
}
}  // namespace detail

inline constexpr std::array tuned_categorical_sac = {
    detail::categorical_entry<categorical_sac_config>("hopper"),
    detail::categorical_entry<categorical_sac_config>("humanoid"),
    detail::categorical_entry<categorical_sac_config>("walker2d"),
};

/// CrossQ as its article has it, whose critics give a number. With categorical critics Humanoid learns more in as much time, and
/// Ant as much in less.
inline constexpr std::array tuned_crossq = {
    /// 5763 with the one seed that was trained, by an earlier commit.
    tuned_entry<crossq_config>{"ant", detail::learnt_in_minutes<crossq_config>(800'000, 0)},
    /// 6280 with the one seed that was trained, by an earlier commit.
    tuned_entry<crossq_config>{"humanoid", detail::learnt_in_minutes<crossq_config>(500'000, 1)},
};

inline constexpr std::array tuned_categorical_crossq = {
    /// Median 6477, worst 5524 of the seeds 801 to 805.
    tuned_entry<categorical_crossq_config>{"ant", detail::learnt_at_a_low_temperature<categorical_crossq_config>(1'000'000)},
    /// Median 7982, worst 7579 of the seeds 801 to 803.
    detail::categorical_entry<categorical_crossq_config>("humanoid"),
};

}  // namespace lockstep
