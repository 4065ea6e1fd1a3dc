// SPDX-License-Identifier: MIT
// What a user may set of soft actor-critic.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/rl/off_policy/config.hpp>

namespace lockstep {

struct sac_method : off_policy_defaults {
    static constexpr std::string_view config_name = "sac_config";
    static constexpr std::size_t actor_delay = 1;

    template <class Config>
    static void check(config_check const& must, Config const& config) {
        must.positive("initial_temperature", config.initial_temperature);
        must.fraction("temperature_learning_rate", config.temperature_learning_rate);
        must.within("target_entropy", config.target_entropy, -must.any, must.any);
    }
};

using sac_config = off_policy_config<sac_method>;

}  // namespace lockstep
