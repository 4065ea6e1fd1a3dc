// SPDX-License-Identifier: MIT
// What a user may set of soft actor-critic.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <lockstep/rl/off_policy_config.hpp>

namespace lockstep {

struct sac_config {
    std::size_t environments = 16;      ///< that run in lockstep
    std::size_t steps = 1'000'000;      ///< of all environments together, after which done() holds
    std::uint64_t seed = 1;

    std::size_t horizon = 64;           ///< steps of each environment in an iteration, which ends with a report
    std::size_t warmup = 5'000;         ///< steps of all environments with uniform actions, before the first update
    std::size_t capacity = 1'000'000;   ///< of the replay buffer, in steps of all environments together
    std::size_t batch = 256;            ///< samples an update
    std::size_t n_step = 1;             ///< rewards before a target bootstraps
    std::size_t actor_delay = 1;        ///< critic updates for each update of actor and temperature
    float updates_per_step = 1.0f;      ///< of one environment, after the warm-up: the updates-to-data ratio

    float actor_learning_rate = 3e-4f;
    float critic_learning_rate = 3e-4f;
    float temperature_learning_rate = 3e-4f;  ///< 0: the temperature stays as it is
    float initial_temperature = 1.0f;         ///< alpha, the weight of the entropy beside the reward
    float target_entropy = -1.0f;             ///< for each component of an action in [-1, 1], in nats
    float discount = 0.99f;                   ///< gamma
    float target_rate = 0.005f;               ///< tau, at which target networks follow

    bool normalize_observations = true;  ///< by the running mean and deviation, clipped to +-10; false: only clipped
    bool stagger_episodes = true;        ///< the first episodes begin as if part of them were over, so that not all end at once
    bool scale_rewards = false;          ///< by the running deviation of the discounted return

    float priority_exponent = 0.0f;    ///< of a sample's error: how much it decides what is replayed; 0: all alike
    float importance_exponent = 0.4f;  ///< at the start, 1 at the last step: how much its rarity makes a sample count
    float least_priority = 1e-2f;      ///< added to every error
};

/// Calls visit(name, member) for each member: what a checkpoint remembers and a command line may set.
template <class Config, class Visit>
    requires std::same_as<std::remove_const_t<Config>, sac_config>
constexpr void for_each_member(Config& config, Visit&& visit) {
    for_each_off_policy_member(config, visit);
    visit("temperature_learning_rate", config.temperature_learning_rate);
    visit("initial_temperature", config.initial_temperature);
    visit("target_entropy", config.target_entropy);
}

/// Throws std::invalid_argument that names the member.
inline void check(sac_config const& config, std::size_t width) {
    config_check const must{"sac_config"};
    check_off_policy(must, config, width);
    must.positive("initial_temperature", config.initial_temperature);
    must.fraction("temperature_learning_rate", config.temperature_learning_rate);
    must.within("target_entropy", config.target_entropy, -must.any, must.any);
}

}  // namespace lockstep
