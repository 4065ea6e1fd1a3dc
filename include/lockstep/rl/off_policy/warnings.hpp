// SPDX-License-Identifier: MIT
// Warnings about configurations of off-policy learners that are allowed, but learn little or are silent for long.
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
#include <lockstep/rl/off_policy/sizes.hpp>

namespace lockstep {

/// Returns warnings about a configuration, one sentence each; usually there are none. check() must have accepted the
/// configuration. With 1000 updates SAC swings no pendulum up (returns of -1264 to -1399), with 1744 updates some (-234 to
/// -1369), and with 2436 nearly all (-158, -173, -584). Neither a buffer of two batches nor a discount of 0.9999 kept it from
/// learning. A training of fewer than 10 iterations learns as well, but is silent for long. Iterations that are no longer than
/// computed ones have no such warning.
template <class Method>
LOCKSTEP_COLD std::vector<std::string> warnings(off_policy_config<Method> const& config) {
    constexpr double enough = 2'000;
    constexpr std::size_t enough_iterations = 10;
    config_warnings result{Method::config_name};
    double const updates = static_cast<double>(config.steps - config.warmup) * static_cast<double>(config.updates_per_step);
    if (updates < enough) {
        result.warn(
            formatted("steps is %zu and warmup %zu, which gives only %.0f updates at updates_per_step = %g: with fewer than "
                      "%.0f a policy learns little",
                      config.steps, config.warmup, std::floor(updates), static_cast<double>(config.updates_per_step), enough));
    }
    if (std::size_t const samples = config.environments * config.horizon; samples > detail::usual_iteration) {
        result.few_iterations(config.steps, (config.steps - 1) / samples + 1,
                              formatted("environments * horizon = %zu * %zu steps", config.environments, config.horizon),
                              enough_iterations, "a training seldom reports, and does not stop soon when it is interrupted");
    }
    return std::move(result.sentences);
}

}  // namespace lockstep
