// SPDX-License-Identifier: MIT
// The configuration of augmented random search.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <lockstep/rl/evolution/config.hpp>

namespace lockstep {

struct ars_method {
    static constexpr std::string_view config_name = "ars_config";
    // The article chooses other sizes for each robot; these are near the middle of its range. They reach the goals of bench/run
    // ars_half_cheetah and ars_robots: returns of 4800 in HalfCheetah, 350 in Swimmer, 3300 in Hopper and 3000 in Walker2d.
    static constexpr std::size_t directions = 32;
    static constexpr float noise = 0.03f;

    template <class Config>
    static void check(config_check const& must, Config const& config) {
        if (config.top_directions > config.directions) {
            must.refuse("top_directions is " + std::to_string(config.top_directions) + ", above directions, which is " +
                        std::to_string(config.directions));
        }
        must.positive("step_size", config.step_size);
    }
};

/// The configuration of augmented random search. The article's variant V1 has normalize_observations = false, V2 has it true. Its
/// variants V1-t and V2-t have top_directions below directions.
using ars_config = evolution_config<ars_method>;

}  // namespace lockstep
