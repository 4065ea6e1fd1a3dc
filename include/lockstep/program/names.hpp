// SPDX-License-Identifier: MIT
// The names of a program's numbers in its texts. A name consists of two counts: which input or statement the number waits for,
// and how many earlier numbers wait for the same input or statement. So a new operation renames only its neighbours. With
// consecutive names it would rename all numbers that follow.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <lockstep/program/canonical.hpp>
#include <lockstep/program/program.hpp>

namespace lockstep {

/// Returns the name of each node. "t12_5" is the sixth node whose last_waits is 12, and "t_5" the sixth whose last_waits is -1.
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
