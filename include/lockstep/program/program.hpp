// SPDX-License-Identifier: MIT
// A recorded program: straight-line code over an array [rows][lanes], with regions that may be skipped and loops that may be
// left. A row has one number in each lane. `record` makes a program; the interpreter, the printers, the counts and the adjoint
// read it.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <lockstep/program/operation.hpp>

namespace lockstep {

/// One operation of a program. a, b and c are the places of other nodes in the program, or -1. `operation` says what a, b, c and
/// `value` mean.
struct node {
    operation op = operation::constant;
    int a = -1;
    int b = -1;
    int c = -1;
    double value = 0;
};

/// Returns whether a node is an fma that has the sign `sign`: negated_product or negated_addend.
constexpr bool has_sign(node const& n, int sign) {
    return n.op == operation::fma && (static_cast<int>(n.value) & sign) != 0;
}

/// An output of a program: a row, and the place of the node whose value the row has after the program.
struct program_output {
    int row = 0;
    int value = -1;
};

/// A program transforms `rows` rows in place: it reads them as inputs, and at its end overwrites the rows that `outputs` names.
/// Literals, inputs and tables come first, and then all other nodes in the order in which they are done. A node comes after the
/// nodes to which its a, b and c refer. There are two exceptions: the begin of a region or a loop refers to its end, and the
/// variable of a loop refers to its next value. The variables of a loop directly follow the loop's begin, and the phis of a
/// region directly follow the region's end. `constants` has the numbers of each constant table.
struct program {
    std::size_t rows = 0;
    std::vector<node> nodes;
    std::vector<program_output> outputs;
    std::vector<std::vector<double>> constants = {};

    node const& operator[](int place) const { return nodes[static_cast<std::size_t>(place)]; }
    node& operator[](int place) { return nodes[static_cast<std::size_t>(place)]; }
    int size() const { return static_cast<int>(nodes.size()); }
};

/// Returns for each node the begin of the innermost region or loop around it, or -1. The begin and the end of a region or a loop
/// are not inside it.
inline std::vector<int> enclosing_blocks(program const& p) {
    std::vector<int> result(p.nodes.size(), -1);
    std::vector<int> open = {-1};
    for (int i = 0; i < p.size(); ++i) {
        if (closes_block(p[i].op)) {
            open.pop_back();
        }
        result[static_cast<std::size_t>(i)] = open.back();
        if (opens_block(p[i].op)) {
            open.push_back(i);
        }
    }
    return result;
}

/// Returns whether a node's value is a mask rather than a number.
inline bool is_mask(program const& p, int place) {
    while (is_overwritten(p[place].op)) {
        place = p[place].a;
    }
    return yields_mask(p[place].op);
}

/// Returns the places [first, last) of the phis of the region that ends at `end`.
inline std::pair<int, int> region_phis(program const& p, int end) {
    int last = end + 1;
    while (last < p.size() && p[last].op == operation::phi && p[last].c == p[end].a) {
        ++last;
    }
    return {end + 1, last};
}

/// Returns the places [first, last) of the variables of the loop that begins at `begin`.
inline std::pair<int, int> loop_variables(program const& p, int begin) {
    int last = begin + 1;
    while (p[last].op == operation::variable && p[last].c == begin) {
        ++last;
    }
    return {begin + 1, last};
}

}  // namespace lockstep
