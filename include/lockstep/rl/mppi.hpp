// SPDX-License-Identifier: MIT
// Model predictive path integral control (Williams et al. 2017, "Information theoretic MPC for model-based reinforcement
// learning"): the plan becomes the mean of all candidates, where the weight of a candidate is exp(return / temperature).
//
// Deviations: the article's alpha is 1, so returns have no term for the likelihood of the noise; noise is correlated over time;
// actions are clamped before they are averaged; and the temperature is in standard deviations of the returns, unless
// relative_temperature is false.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/rl/planning/mppi_config.hpp>
#include <lockstep/rl/planning/sampling_planner.hpp>

namespace lockstep {

/// What sampling_planner needs to improve a plan by MPPI.
struct mppi_update {
    static constexpr std::string_view name = "mppi";
    static constexpr bool has_elites = false;
    using config_type = mppi_config;

    static float temperature(mppi_config const& config) { return config.temperature; }
    static bool is_relative(mppi_config const& config) { return config.relative_temperature; }
    static float momentum(mppi_config const&) { return 0; }
    static float least_deviation(mppi_config const&) { return 0; }
    static std::size_t kept_slots(mppi_config const&) { return 0; }
};

/// A planner by MPPI: `mppi<envs::half_cheetah, cpu> planner(device, {.candidates = 1024, .horizon = 32})`.
template <class Env, class Device>
using mppi = sampling_planner<mppi_update, Env, Device>;

}  // namespace lockstep
