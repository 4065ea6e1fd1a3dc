// SPDX-License-Identifier: MIT
// What a user may set of soft actor-critic.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

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
};

/// Throws std::invalid_argument that names the member.
inline void check(sac_config const& config, std::size_t width) {
    auto const refuse = [](std::string const& what) { throw std::invalid_argument("lockstep: sac_config." + what); };
    auto const number = [](auto x) { return std::to_string(x); };
    if (config.environments == 0 || config.environments % width != 0) {
        refuse("environments is " + number(config.environments) + ", not a positive multiple of the " + number(width) +
               " lanes of this device");
    }
    auto const above_zero = [&](std::size_t x, char const* name) {
        if (x == 0) {
            refuse(std::string(name) + " is 0");
        }
    };
    above_zero(config.steps, "steps");
    above_zero(config.horizon, "horizon");
    above_zero(config.batch, "batch");
    above_zero(config.n_step, "n_step");
    above_zero(config.actor_delay, "actor_delay");
    if (config.capacity < config.batch) {
        refuse("capacity is " + number(config.capacity) + ", less than the batch of " + number(config.batch));
    }
    if (config.capacity / config.environments < config.n_step) {
        refuse("n_step is " + number(config.n_step) + ", but a capacity of " + number(config.capacity) + " holds " +
               number(config.capacity / config.environments) + " steps of each of " + number(config.environments) + " environments");
    }
    auto const positive = [&](float x, char const* name) {
        if (!(x > 0.0f && std::isfinite(x))) {
            refuse(std::string(name) + " is " + number(x) + ", not above 0");
        }
    };
    auto const fraction = [&](float x, char const* name) {
        if (!(x >= 0.0f && x <= 1.0f)) {
            refuse(std::string(name) + " is " + number(x) + ", not in [0, 1]");
        }
    };
    positive(config.updates_per_step, "updates_per_step");
    positive(config.actor_learning_rate, "actor_learning_rate");
    positive(config.critic_learning_rate, "critic_learning_rate");
    positive(config.initial_temperature, "initial_temperature");
    fraction(config.temperature_learning_rate, "temperature_learning_rate");
    fraction(config.discount, "discount");
    fraction(config.target_rate, "target_rate");
}

}  // namespace lockstep
