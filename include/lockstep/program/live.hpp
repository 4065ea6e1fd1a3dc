// SPDX-License-Identifier: MIT
// Removes dead code: all nodes that no output of a program needs, including regions, loops and the variables of loops.
#pragma once

#include <cstddef>
#include <vector>

#include <lockstep/program/program.hpp>

namespace lockstep {

/// Returns the program without dead nodes. Literals, inputs and tables move to the front. The other nodes keep their order.
inline program without_dead_code(program p) {
    auto const count = p.nodes.size();
    auto const at = [](int i) { return static_cast<std::size_t>(i); };

    // A variable that no pass of its loop changes is its initial value.
    std::vector<int> meaning(count);
    for (int i = 0; i < p.size(); ++i) {
        node const& n = p[i];
        meaning[at(i)] = n.op == operation::variable && n.b == i ? meaning[at(n.a)] : i;
    }
    for (node& n : p.nodes) {
        for (int* operand : {&n.a, &n.b, &n.c}) {
            *operand = *operand < 0 ? -1 : meaning[at(*operand)];
        }
    }

    std::vector<int> const enclosing = enclosing_blocks(p);
    std::vector<std::vector<int>> effects(count);  // of each loop, its breaks; of each table, its changes
    for (int i = 0; i < p.size(); ++i) {
        if (p[i].op == operation::loop_break) {
            effects[at(p[i].b)].push_back(i);
        } else if (changes_table(p[i].op)) {
            effects[at(p[i].a)].push_back(i);
        }
    }

    std::vector<bool> live(count);
    std::vector<int> wanted;
    for (program_output& out : p.outputs) {
        out.value = meaning[at(out.value)];
        wanted.push_back(out.value);
    }
    while (!wanted.empty()) {
        int const i = wanted.back();
        wanted.pop_back();
        if (i < 0 || live[at(i)]) {
            continue;
        }
        live[at(i)] = true;
        node const& n = p[i];
        wanted.insert(wanted.end(), {is_known_at_start(n.op) ? -1 : enclosing[at(i)], n.a, n.b, n.c});
        wanted.insert(wanted.end(), effects[at(i)].begin(), effects[at(i)].end());
    }

    std::vector<int> moved(count, -1);
    program result = {.rows = p.rows, .nodes = {}, .outputs = {}, .constants = p.constants};
    for (bool const at_start : {true, false}) {
        for (int i = 0; i < p.size(); ++i) {
            if (live[at(i)] && is_known_at_start(p[i].op) == at_start) {
                moved[at(i)] = result.size();
                result.nodes.push_back(p[i]);
            }
        }
    }
    for (node& n : result.nodes) {
        for (int* operand : {&n.a, &n.b, &n.c}) {
            *operand = *operand < 0 ? -1 : moved[at(*operand)];
        }
    }
    for (program_output const& out : p.outputs) {
        result.outputs.push_back({.row = out.row, .value = moved[at(out.value)]});
    }
    return result;
}

}  // namespace lockstep
