// SPDX-License-Identifier: MIT
// Warnings about a configuration with which a learner learns little. Each warning is a sentence that names a member. A
// configuration that cannot work is refused instead (rl/common/config_check.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// The warnings about one configuration.
struct config_warnings {
    std::string_view config;  ///< the name of its type
    std::vector<std::string> sentences{};

    /// Adds a warning. `what` begins with the name of the member.
    LOCKSTEP_COLD void warn(std::string const& what) { sentences.push_back("lockstep: " + std::string(config) + "." + what); }

    /// Warns if `iterations`, which follow from `steps`, are fewer than `enough`. `each` says in words what one
    /// iteration collects.
    LOCKSTEP_COLD void few_iterations(std::size_t steps, std::size_t iterations, std::string const& each, std::size_t enough) {
        if (iterations < enough) {
            warn("steps is " + std::to_string(steps) + ", which gives only " + std::to_string(iterations) +
                 (iterations == 1 ? " iteration" : " iterations") + " of " + each + ": with fewer than " +
                 std::to_string(enough) + " a policy learns little");
        }
    }
};

}  // namespace lockstep
