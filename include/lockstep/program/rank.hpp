// SPDX-License-Identifier: MIT
// Ranks the numbers of a program by how they are computed, not by the order in which they were recorded. So a choice between two
// operands does not depend on which operand C++ evaluated first.
#pragma once

#include <algorithm>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <lockstep/program/program.hpp>

namespace lockstep {

struct rank {
    int depth = 0;           // the length of the longest chain of operations that leads to the number
    std::uint64_t form = 0;  // a hash of all operations and constants that lead to the number

    friend auto operator<=>(rank const&, rank const&) = default;
};

/// Returns the rank of each node. Two different loops or tables may have the same operations, so the order of loops and tables
/// counts too.
inline std::vector<rank> ranks(program const& p) {
    std::vector<rank> result(p.nodes.size());
    std::vector<std::uint64_t> changes(p.nodes.size());  // how often each table was changed so far
    std::uint64_t loops = 0, tables = 0;
    auto const at = [](int i) { return static_cast<std::size_t>(i); };
    auto const state_of = [&](int i) -> std::uint64_t {
        node const& n = p[i];
        switch (n.op) {
        case operation::variable: return static_cast<std::uint64_t>(i - n.c);
        case operation::loop_begin: return loops++;
        case operation::table: return tables++;
        case operation::load: return changes[at(n.a)];
        case operation::store:
        case operation::scatter: return changes[at(n.a)]++;
        default: return 0;
        }
    };
    for (int i = 0; i < p.size(); ++i) {
        node const& n = p[i];
        rank& to = result[at(i)];
        to.form = 31 * std::bit_cast<std::uint64_t>(n.value) + static_cast<std::uint64_t>(n.op) + state_of(i);
        std::uint64_t factor = 3;
        for (int const operand : {n.a, n.b, n.c}) {
            if (0 <= operand && operand < i) {
                rank const& of = result[at(operand)];
                to.depth = std::max(to.depth, of.depth + 1);
                to.form += factor * (of.form ^ (of.form >> 29));
            }
            factor += commutes(n.op) && operand == n.a ? 0 : 2;
        }
        to.form *= 0x9e3779b97f4a7c15u;
    }
    return result;
}

}  // namespace lockstep
