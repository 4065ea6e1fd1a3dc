// SPDX-License-Identifier: MIT
// The configuration of MPPI.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/rl/planning/config.hpp>

namespace lockstep {

struct mppi_method {
    static constexpr std::string_view config_name = "mppi_config";
    static constexpr std::size_t iterations = 1;
    static constexpr float noise = 0.5f, noise_color = 0.25f;

    template <class Config>
    static void check(config_check const& must, Config const& config) {
        must.positive("temperature", config.temperature);
    }
};

using mppi_config = planning_config<mppi_method>;

}  // namespace lockstep
