// SPDX-License-Identifier: MIT
// The names of a program's numbers in its texts. A name has two numbers: the input or statement that the number waits for, and a
// count of the numbers that wait for the same one. So a new operation renames only its neighbours. With consecutive names it
// would rename all numbers that follow.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lockstep/program/canonical.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

/// The name of each node. "t12_5" is the sixth of those whose last_waits is 12, "t_5" the sixth of those that wait for nothing.
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
