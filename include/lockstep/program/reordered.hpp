// SPDX-License-Identifier: MIT
// Moves the nodes of a program to other places.
#pragma once

#include <cstddef>
#include <vector>

#include <lockstep/program/program.hpp>

namespace lockstep {

/// Returns the program with its nodes in another order. order[k] is the old place of the node that moves to place k.
inline program reordered(program const& p, std::vector<int> const& order) {
    auto const at = [](int i) { return static_cast<std::size_t>(i); };
    std::vector<int> moved(order.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        moved[at(order[k])] = static_cast<int>(k);
    }
    program result = {.rows = p.rows, .nodes = {}, .outputs = {}, .constants = p.constants};
    for (int const i : order) {
        node n = p[i];
        for (int* operand : {&n.a, &n.b, &n.c}) {
            *operand = *operand < 0 ? -1 : moved[at(*operand)];
        }
        result.nodes.push_back(n);
    }
    for (program_output const& out : p.outputs) {
        result.outputs.push_back({.row = out.row, .value = moved[at(out.value)]});
    }
    return result;
}

}  // namespace lockstep
