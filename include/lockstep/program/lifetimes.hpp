// SPDX-License-Identifier: MIT
// The lifetimes of a program's numbers, and which of them may share a place in memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <lockstep/program/program.hpp>

namespace lockstep {

/// The time from moment `begin` to moment `end`, both included. Node i reads at moment 2 i and writes at 2 i + 1. The begin and
/// the end of a region or a loop copy several numbers at once, so they read and write during both moments.
struct lifetime {
    int begin, end;

    friend bool meet(lifetime const& a, lifetime const& b) { return a.begin <= b.end && b.begin <= a.end; }
};

/// The lifetimes of all numbers of a program. The lifetime of a phi or a variable has two parts: one before and one after its
/// value is overwritten. Between the two parts its place in memory is free for other numbers, for example for the new value.
class lifetimes {
public:
    explicit lifetimes(program const& p) : p_(p), enclosing_(enclosing_blocks(p)), parts_(p.nodes.size()) {
        for (int i = 0; i < p.size(); ++i) {
            node const& n = p[i];
            bool const again = is_overwritten(n.op);
            auto const copied = [](int by) { return lifetime{2 * by, 2 * by + 1}; };
            lifetime const computed{2 * i + 1, 2 * i + 1};
            parts_[at(i)] = {again ? copied(n.c) : computed, again ? copied(p[n.c].b) : computed};
            if (n.op == operation::loop_break) {
                auto const [first, last] = loop_variables(p, n.b);
                for (int v = first; v < last; ++v) {
                    parts_[at(v)][0].end = 2 * i;
                }
            }
        }
        for (int i = 0; i < p.size(); ++i) {
            node const& n = p[i];
            if (n.op == operation::phi) {
                read(n.a, p[n.c].b, 1);
                read(n.b, n.c, 1);
            } else if (n.op == operation::variable) {
                read(n.a, n.c, 1);
                read(n.b, p[n.c].b, 1);
            } else {
                for (int const operand : {n.a, n.b, n.c}) {
                    read(operand, i, 0);
                }
            }
        }
        for (program_output const& out : p.outputs) {
            read(out.value, p.size(), 0);
        }
    }

    /// begin() returns the begin of the first part of a lifetime, and end() returns the end of the last part.
    int begin(int node) const { return parts_[at(node)][0].begin; }
    int end(int node) const { return std::max(parts_[at(node)][0].end, parts_[at(node)][1].end); }

    /// Returns whether the numbers of nodes x and y may share a place in memory.
    bool may_share(int x, int y) const {
        for (lifetime const& a : parts_[at(x)]) {
            for (lifetime const& b : parts_[at(y)]) {
                if (meet(a, b) && !hands_over(x, a, y, b) && !hands_over(y, b, x, a)) {
                    return false;
                }
            }
        }
        return true;
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    /// Returns whether two numbers may share a place although the parts `before` and `after` of their lifetimes meet. They may if
    /// number `from` becomes number `to` at the begin of `after`, and if one of the two parts ends there.
    bool hands_over(int from, lifetime const& before, int to, lifetime const& after) const {
        node const& n = p_[to];
        if (!is_overwritten(n.op)) {
            return false;
        }
        bool const is_phi = n.op == operation::phi;
        int const begin = 2 * n.c, end = 2 * p_[n.c].b;
        bool const at_begin = (is_phi ? n.b : n.a) == from && after.begin == begin;
        bool const at_end = (is_phi ? n.a : n.b) == from && after.begin == end;
        return (at_begin || at_end) && (before.end <= after.begin + 1 || after.end == after.begin + 1);
    }

    /// Extends the lifetime of number `from` to the moment 2 * by + `moment`, at which node `by` reads it. If a loop reads a
    /// number from before the loop, the number is needed until the end of the loop.
    void read(int from, int by, int moment) {
        if (from < 0) {
            return;
        }
        int time = 2 * by + moment;
        for (int block = by < p_.size() ? enclosing_[at(by)] : -1; block > from; block = enclosing_[at(block)]) {
            time = p_[block].op == operation::loop_begin ? 2 * p_[block].b + 1 : time;
        }
        lifetime& part = parts_[at(from)][is_overwritten(p_[from].op) && by > p_[p_[from].c].b];
        part.end = std::max(part.end, time);
    }

    program const& p_;
    std::vector<int> enclosing_;
    std::vector<std::array<lifetime, 2>> parts_;
};

}  // namespace lockstep
