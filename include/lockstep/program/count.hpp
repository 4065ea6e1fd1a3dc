// SPDX-License-Identifier: MIT
// Counts the operations of a program by where they are: outside of all blocks, in a region or in a loop.
#pragma once

#include <cstddef>
#include <vector>

#include <lockstep/program/program.hpp>

namespace lockstep {

/// The numbers of operations, regions and loops of a program. Each operation is in one of the first four counts.
struct operation_count {
    std::size_t straight = 0;     // done once, always
    std::size_t region = 0;       // done if some lane enters the region
    std::size_t loop = 0;         // done in each pass of a loop
    std::size_t loop_region = 0;  // in a region inside a loop, or in a loop inside a region
    std::size_t regions = 0;      // the number of regions
    std::size_t loops = 0;        // the number of loops

    constexpr std::size_t total() const { return straight + region + loop + loop_region; }
};

/// Counts the arithmetic operations, the regions and the loops of a program. Remove dead code first (program/live.hpp).
inline operation_count count_operations(program const& p) {
    operation_count result;
    std::vector<int> const enclosing = enclosing_blocks(p);
    for (int i = 0; i < p.size(); ++i) {
        result.regions += p[i].op == operation::region_begin;
        result.loops += p[i].op == operation::loop_begin;
        if (!is_arithmetic(p[i].op)) {
            continue;
        }
        bool in_region = false;
        bool in_loop = false;
        for (int block = enclosing[static_cast<std::size_t>(i)]; block >= 0; block = enclosing[static_cast<std::size_t>(block)]) {
            (p[block].op == operation::loop_begin ? in_loop : in_region) = true;
        }
        ++(in_loop ? (in_region ? result.loop_region : result.loop) : (in_region ? result.region : result.straight));
    }
    return result;
}

}  // namespace lockstep
