// SPDX-License-Identifier: MIT
// The configuration of the cross-entropy method.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <lockstep/rl/planning/config.hpp>

namespace lockstep {

struct cem_method {
    static constexpr std::string_view config_name = "cem_config";
    static constexpr std::size_t iterations = 3;
    static constexpr float noise = 0.5f, noise_color = 0.25f;

    template <class Config>
    static void check(config_check const& must, Config const& config) {
        must.above_zero("elites", config.elites);
        refuse_above(must, "elites", config.elites, "candidates", config.candidates);
        refuse_above(must, "kept_elites", config.kept_elites, "elites", config.elites);
        must.positive("min_noise", config.min_noise);
        if (config.min_noise > config.noise) {
            must.refuse("min_noise is " + std::to_string(config.min_noise) + ", above noise, which is " +
                        std::to_string(config.noise));
        }
        must.within("momentum", config.momentum, 0, 0.999f);
    }

private:
    static void refuse_above(config_check const& must, char const* name, std::size_t x, char const* other, std::size_t most) {
        if (x > most) {
            must.refuse(std::string(name) + " is " + std::to_string(x) + ", above " + other + ", which is " +
                        std::to_string(most));
        }
    }
};

using cem_config = planning_config<cem_method>;

}  // namespace lockstep
