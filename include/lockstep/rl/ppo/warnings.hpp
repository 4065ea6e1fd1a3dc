// SPDX-License-Identifier: MIT
// Warns of configurations of proximal policy optimisation that are allowed, but with which a policy learns little.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/rl/common/config_warnings.hpp>
#include <lockstep/rl/ppo/config.hpp>

namespace lockstep {

/// Returns warnings about a configuration, one sentence each; usually there are none. check() must have accepted the
/// configuration. Fewer than 20 iterations or 1000 gradient steps are too few. With a million steps HalfCheetah reached a return
/// of 361 in 10 iterations, 1636 in 20, 3081 in 41 and 6000 in 488. If the sizes are computed from the number of steps, a
/// training has fewer than 20 iterations only if it has at most 4864 steps.
LOCKSTEP_COLD inline std::vector<std::string> warnings(ppo_config const& config) {
    constexpr std::size_t enough_iterations = 20, enough_updates = 1'000;
    config_warnings result{"ppo_config"};
    std::size_t const samples = config.environments * config.horizon;
    std::size_t const iterations = (config.steps - 1) / samples + 1;
    std::size_t const updates = iterations * config.epochs * (samples / config.minibatch);
    result.few_iterations(config.steps, iterations,
                          formatted("environments * horizon = %zu * %zu steps", config.environments, config.horizon),
                          enough_iterations);
    if (iterations >= enough_iterations && updates < enough_updates) {
        result.warn(formatted("epochs is %zu and minibatch %zu, which gives only %zu gradient steps in all: with fewer than %zu "
                              "a policy learns little",
                              config.epochs, config.minibatch, updates, enough_updates));
    }
    return std::move(result.sentences);
}

}  // namespace lockstep
