// SPDX-License-Identifier: MIT
// Warnings about configurations of off-policy learners that are allowed but learn little.
#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/rl/common/config_warnings.hpp>
#include <lockstep/rl/off_policy/config.hpp>

namespace lockstep {

/// Returns sentences about a configuration that passes check() but may learn little. Most configurations have none. With 1000
/// updates SAC swings no pendulum up (returns of -1264 to -1399), with 1744 updates some (-234 to -1369), and with 2436 nearly
/// all (-158, -173, -584). Neither a buffer of two batches nor a discount of 0.9999 kept it from learning.
template <class Method>
LOCKSTEP_COLD std::vector<std::string> warnings(off_policy_config<Method> const& config) {
    constexpr double enough = 2'000;
    config_warnings result{Method::config_name};
    double const updates = static_cast<double>(config.steps - config.warmup) * static_cast<double>(config.updates_per_step);
    if (updates < enough) {
        result.warn(
            formatted("steps is %zu and warmup %zu, which gives only %.0f updates at updates_per_step = %g: with fewer than "
                      "%.0f a policy learns little",
                      config.steps, config.warmup, std::floor(updates), static_cast<double>(config.updates_per_step), enough));
    }
    return std::move(result.sentences);
}

}  // namespace lockstep
