// SPDX-License-Identifier: MIT
// What the members of a configuration are, for those who read --help. A configuration has help_of(config, name) beside
// for_each_member(config, visit).
#pragma once

#include <span>
#include <string_view>

#include <lockstep/core/macros.hpp>

namespace lockstep {

struct member_help {
    std::string_view member;
    std::string_view text;
};

/// The text of a member, empty if it is not known.
LOCKSTEP_COLD inline std::string_view find_help(std::span<member_help const> known, std::string_view member) {
    for (auto const& each : known) {
        if (each.member == member) {
            return each.text;
        }
    }
    return {};
}

}  // namespace lockstep
