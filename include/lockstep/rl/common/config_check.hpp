// SPDX-License-Identifier: MIT
// Refuses a configuration that cannot work, with one sentence that names the member.
#pragma once

#include <cstddef>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/core/macros.hpp>
#include <lockstep/rl/common/idle_lanes.hpp>

namespace lockstep {

/// Checks the members of one configuration. Each function throws std::invalid_argument if it refuses a member.
struct config_check {
    std::string_view config;  ///< the name of its type

    /// Throws std::invalid_argument. `what` begins with the name of the member and says what is wrong.
    [[noreturn]] LOCKSTEP_COLD void refuse(std::string const& what) const {
        throw std::invalid_argument("lockstep: " + std::string(config) + "." + what);
    }

    LOCKSTEP_COLD void above_zero(std::string_view name, std::size_t x) const {
        if (x == 0) {
            refuse(std::string(name) + " is 0");
        }
    }

    LOCKSTEP_COLD void at_most(std::string_view name, std::size_t x, std::size_t most) const {
        if (x > most) {
            refuse(std::string(name) + " is " + std::to_string(x) + ", above " + std::to_string(most));
        }
    }

    LOCKSTEP_COLD void multiple(std::string_view name, std::size_t x, std::size_t of) const {
        if (x == 0 || x % of != 0) {
            refuse(std::string(name) + " is " + std::to_string(x) + ", not a positive multiple of " + std::to_string(of));
        }
    }

    /// Refuses a number of environments that is neither a number of whole groups nor a part of one group
    /// (rl/common/idle_lanes.hpp).
    LOCKSTEP_COLD void environments(std::size_t x) const {
        if (!are_groups_or_part(x)) {
            refuse("environments is " + std::to_string(x) + not_groups_or_part());
        }
    }

    /// Refuses `x` unless it is below `y`, the value of the member `other`.
    void below(std::string_view name, float x, std::string_view other, float y) const {
        if (!(x < y)) {
            std::ostringstream text;
            text << name << " is " << x << ", not below " << other << ", which is " << y;
            refuse(text.str());
        }
    }

    static constexpr float any = std::numeric_limits<float>::max();

    LOCKSTEP_COLD void within(std::string_view name, float x, float low, float high) const {
        if (!(low <= x && x <= high)) {
            std::ostringstream text;
            text << name << " is " << x << ", not in [" << low << ", " << high << ']';
            refuse(text.str());
        }
    }
    void fraction(std::string_view name, float x) const { within(name, x, 0, 1); }

    LOCKSTEP_COLD void positive(std::string_view name, float x) const {
        if (!(x > 0 && x <= any)) {
            std::ostringstream text;
            text << name << " is " << x << ", not above 0";
            refuse(text.str());
        }
    }
};

}  // namespace lockstep
