// SPDX-License-Identifier: MIT
// How a learner warns of a configuration with which it learns little: in one sentence that names the members. What cannot
// work at all is refused instead (rl/common/config_check.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// Collects the sentences about one configuration.
struct config_warnings {
    std::string_view config;  ///< its type's name
    std::vector<std::string> sentences{};

    /// `what` begins with the member's name.
    LOCKSTEP_COLD void warn(std::string const& what) { sentences.push_back("lockstep: " + std::string(config) + "." + what); }

    /// Warns if the steps of a training give fewer than `enough` iterations. each: what one of them collects, in words.
    LOCKSTEP_COLD void few_iterations(std::size_t steps, std::size_t iterations, std::string const& each, std::size_t enough) {
        if (iterations < enough) {
            warn("steps is " + std::to_string(steps) + ", which gives only " + std::to_string(iterations) +
                 (iterations == 1 ? " iteration" : " iterations") + " of " + each + ": with fewer than " +
                 std::to_string(enough) + " a policy learns little");
        }
    }
};

}  // namespace lockstep
