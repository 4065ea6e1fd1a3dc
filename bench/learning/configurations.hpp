// SPDX-License-Identifier: MIT
// The fixed configurations that environments are learnt with.
#pragma once

#include <cstddef>

#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

namespace bench {

namespace ls = lockstep;

/// The defaults of the library, for a million steps.
inline constexpr ls::ppo_config few_steps = {.steps = 1'000'000};

template <class Config>
constexpr Config with_steps(Config config, std::size_t steps) {
    config.steps = steps;
    return config;
}

/// Half the published widths and batches, three times the published learning rates: a million steps in minutes (README.md).
using small_layers = ls::hidden_layers<ls::relu_activation, 128, 128>;
using small_renormalized_layers = ls::renormalized_layers<256, 256>;

template <class Config>
inline constexpr Config in_minutes = {
    .batch = 128, .actor_learning_rate = 1e-3f, .critic_learning_rate = 1e-3f, .final_rate_share = 0};
template <class Config>
constexpr Config at_constant_rates(Config config) {
    config.final_rate_share = 1;
    return config;
}

/// The fixed configurations of an environment: for a million steps, and PPO for a minute.
struct configurations {
    ls::ppo_config ppo = few_steps, ppo_minute = with_steps(ppo, 10'000'000);
    ls::sac_config sac = in_minutes<ls::sac_config>;
    ls::td3_config td3 = in_minutes<ls::td3_config>;
    ls::crossq_config crossq = in_minutes<ls::crossq_config>;
};

}  // namespace bench
