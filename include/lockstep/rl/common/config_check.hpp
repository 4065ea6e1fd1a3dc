// SPDX-License-Identifier: MIT
// Refuses a configuration that cannot work, with one sentence that names the member.
#pragma once

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include <lockstep/core/formatted.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/rl/common/idle_lanes.hpp>

namespace lockstep {

/// Checks the members of one configuration. Each function throws std::invalid_argument if it refuses a member.
struct config_check {
    std::string_view config;  ///< the name of its type

    /// Throws std::invalid_argument. `what` begins with the name of the member and says what is wrong.
    [[noreturn]] LOCKSTEP_COLD void refuse(std::string const& what) const {
        throw std::invalid_argument(formatted("lockstep: %s.%s", std::string(config).c_str(), what.c_str()));
    }

    LOCKSTEP_COLD void above_zero(char const* name, std::size_t x) const {
        if (x == 0) {
            refuse(formatted("%s is 0", name));
        }
    }

    LOCKSTEP_COLD void at_most(char const* name, std::size_t x, std::size_t most) const {
        if (x > most) {
            refuse(formatted("%s is %zu, above %zu", name, x, most));
        }
    }

    LOCKSTEP_COLD void multiple(char const* name, std::size_t x, std::size_t of) const {
        if (x == 0 || x % of != 0) {
            refuse(formatted("%s is %zu, not a positive multiple of %zu", name, x, of));
        }
    }

    /// Refuses a number of environments that is neither a number of whole groups nor a part of one group
    /// (rl/common/idle_lanes.hpp).
    LOCKSTEP_COLD void environments(std::size_t x) const {
        if (!are_groups_or_part(x)) {
            refuse(formatted("environments is %zu%s", x, not_groups_or_part().c_str()));
        }
    }

    /// Refuses `x` unless it is below `y`, the value of the member `other`.
    LOCKSTEP_COLD void below(char const* name, float x, char const* other, float y) const {
        if (!(x < y)) {
            refuse(formatted("%s is %g, not below %s, which is %g", name, static_cast<double>(x), other, static_cast<double>(y)));
        }
    }

    static constexpr float any = std::numeric_limits<float>::max();

    LOCKSTEP_COLD void within(char const* name, float x, float low, float high) const {
        if (!(low <= x && x <= high)) {
            refuse(formatted("%s is %g, not in [%g, %g]", name, static_cast<double>(x), static_cast<double>(low),
                             static_cast<double>(high)));
        }
    }
    void fraction(char const* name, float x) const { within(name, x, 0, 1); }

    LOCKSTEP_COLD void positive(char const* name, float x) const {
        if (!(x > 0 && x <= any)) {
            refuse(formatted("%s is %g, not above 0", name, static_cast<double>(x)));
        }
    }
};

}  // namespace lockstep
