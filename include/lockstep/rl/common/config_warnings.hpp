// SPDX-License-Identifier: MIT
// Warnings about a configuration with which a learner learns little. Each warning is a sentence that names a member. A
// configuration that cannot work is refused instead (rl/common/config_check.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>

namespace lockstep {

/// The warnings about one configuration.
struct config_warnings {
    std::string_view config;  ///< the name of its type
    std::vector<std::string> sentences{};

    /// Adds a warning. `what` begins with the name of the member.
    LOCKSTEP_COLD void warn(std::string const& what) {
        sentences.push_back(formatted("lockstep: %s.%s", std::string(config).c_str(), what.c_str()));
    }

    /// Warns if `iterations`, which follow from `steps`, are fewer than `enough`. `each` says in words what one iteration
    /// collects, and `result` what comes of so few.
    LOCKSTEP_COLD void few_iterations(std::size_t steps, std::size_t iterations, std::string const& each, std::size_t enough,
                                      char const* result = "a policy learns little") {
        if (iterations < enough) {
            warn(formatted("steps is %zu, which gives only %zu %s of %s: with fewer than %zu %s", steps, iterations,
                           iterations == 1 ? "iteration" : "iterations", each.c_str(), enough, result));
        }
    }
};

}  // namespace lockstep
