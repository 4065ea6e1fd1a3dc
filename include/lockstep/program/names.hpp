// SPDX-License-Identifier: MIT
// What the numbers of a program are called in its texts. A name says what a number waits for, and which of those it is. So one
// operation more renames its neighbours, where it would rename all that follows if numbers were counted through.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lockstep/program/canonical.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

/// For each node "t12_5": the sixth of those whose last_waits is 12; "t_5" of those that wait for nothing.
inline std::vector<std::string> names(program const& p) {
    std::vector<int> const waits = last_waits(p);
    std::vector<int> counts(p.rows + p.nodes.size() + 1);
    std::vector<std::string> result;
    for (int const wait : waits) {
        int const k = counts[static_cast<std::size_t>(wait + 1)]++;
        result.push_back("t" + (wait < 0 ? "" : std::to_string(wait)) + "_" + std::to_string(k));
    }
    return result;
}

}  // namespace lockstep
