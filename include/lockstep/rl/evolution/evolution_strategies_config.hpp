// SPDX-License-Identifier: MIT
// The configuration of OpenAI's evolution strategies.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/rl/evolution/config.hpp>

namespace lockstep {

struct evolution_strategies_method {
    static constexpr std::string_view config_name = "evolution_strategies_config";
    // A network of 64x64 has about fifty times as many parameters as a linear policy, so an iteration has more directions.
    static constexpr std::size_t directions = 128;
    static constexpr float noise = 0.05f;

    template <class Config>
    static void check(config_check const& must, Config const& config) {
        must.positive("learning_rate", config.learning_rate);
        must.within("weight_decay", config.weight_decay, 0, must.any);
    }
};

using evolution_strategies_config = evolution_config<evolution_strategies_method>;

}  // namespace lockstep
