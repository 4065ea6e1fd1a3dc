// SPDX-License-Identifier: MIT
// The texts of --help that describe the members of a configuration. Each configuration has help_of(config, name) as well as
// for_each_member(config, visit).
#pragma once

#include <span>
#include <string_view>

#include <lockstep/core/macros.hpp>

namespace lockstep {

struct member_help {
    char const* member;
    char const* text;
};

/// Returns the text for `member`, or an empty text if `known` does not have the member.
LOCKSTEP_COLD inline std::string_view find_help(std::span<member_help const> known, std::string_view member) {
    for (auto const& each : known) {
        if (each.member == member) {
            return each.text;
        }
    }
    return {};
}

}  // namespace lockstep
