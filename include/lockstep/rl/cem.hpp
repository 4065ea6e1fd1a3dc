// SPDX-License-Identifier: MIT
// The cross-entropy method (Rubinstein 1999, "The cross-entropy method for combinatorial and continuous optimization"): a normal
// distribution of plans is fitted to the best candidates, several times for each plan. If the noise is correlated over time and
// the best candidates are kept, this is iCEM (Pinneri et al. 2020, "Sample-efficient cross-entropy method for
// real-time planning").
//
// Deviations from iCEM: the number of candidates is the same in all iterations, and the planner takes the first action of the
// mean, not of the best candidate.
#pragma once

#include <cstddef>
#include <string_view>

#include <lockstep/rl/planning/cem_config.hpp>
#include <lockstep/rl/planning/sampling_planner.hpp>

namespace lockstep {

/// What sampling_planner needs to improve a plan by the cross-entropy method.
struct cem_update {
    static constexpr std::string_view name = "cem";
    static constexpr bool has_elites = true;
    using config_type = cem_config;

    static float temperature(cem_config const&) { return 1; }
    static bool is_relative(cem_config const&) { return true; }
    static float momentum(cem_config const& config) { return config.momentum; }
    static float least_deviation(cem_config const& config) { return config.min_noise; }
    static std::size_t kept_slots(cem_config const& config) { return config.kept_elites; }
};

/// A planner by the cross-entropy method: `cem<envs::half_cheetah, cpu> planner(device, {.candidates = 512, .elites = 32})`.
template <class Env, class Device>
using cem = sampling_planner<cem_update, Env, Device>;

}  // namespace lockstep
