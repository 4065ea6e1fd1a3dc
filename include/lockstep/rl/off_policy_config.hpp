// SPDX-License-Identifier: MIT
// What the configurations of all off-policy learners promise.
#pragma once

#include <cstddef>
#include <string>

#include <lockstep/rl/config_check.hpp>

namespace lockstep {

/// Calls visit(name, member) for the members that sac_config and td3_config share.
template <class Config, class Visit>
constexpr void for_each_off_policy_member(Config& config, Visit&& visit) {
    visit("environments", config.environments);
    visit("steps", config.steps);
    visit("seed", config.seed);
    visit("horizon", config.horizon);
    visit("warmup", config.warmup);
    visit("capacity", config.capacity);
    visit("batch", config.batch);
    visit("n_step", config.n_step);
    visit("actor_delay", config.actor_delay);
    visit("updates_per_step", config.updates_per_step);
    visit("actor_learning_rate", config.actor_learning_rate);
    visit("critic_learning_rate", config.critic_learning_rate);
    visit("discount", config.discount);
    visit("target_rate", config.target_rate);
    visit("normalize_observations", config.normalize_observations);
    visit("stagger_episodes", config.stagger_episodes);
    visit("scale_rewards", config.scale_rewards);
    visit("priority_exponent", config.priority_exponent);
    visit("importance_exponent", config.importance_exponent);
    visit("least_priority", config.least_priority);
}

/// Checks the members that sac_config and td3_config share.
template <class Config>
void check_off_policy(config_check const& must, Config const& config, std::size_t width) {
    auto const number = [](std::size_t x) { return std::to_string(x); };
    must.rows("environments", config.environments, width);
    must.above_zero("steps", config.steps);
    must.above_zero("horizon", config.horizon);
    must.above_zero("batch", config.batch);
    must.above_zero("n_step", config.n_step);
    must.above_zero("actor_delay", config.actor_delay);
    if (config.capacity < config.batch) {
        must.refuse("capacity is " + number(config.capacity) + ", less than the batch of " + number(config.batch));
    }
    if (config.n_step > config.capacity / config.environments) {
        must.refuse("n_step is " + number(config.n_step) + ", but a capacity of " + number(config.capacity) + " holds " +
                    number(config.capacity / config.environments) + " steps of each of " + number(config.environments) +
                    " environments");
    }
    must.positive("updates_per_step", config.updates_per_step);
    must.positive("actor_learning_rate", config.actor_learning_rate);
    must.positive("critic_learning_rate", config.critic_learning_rate);
    must.fraction("discount", config.discount);
    must.fraction("target_rate", config.target_rate);
    must.fraction("priority_exponent", config.priority_exponent);
    must.fraction("importance_exponent", config.importance_exponent);
    must.within("least_priority", config.least_priority, 0, must.any);
}

}  // namespace lockstep
