// SPDX-License-Identifier: MIT
// Runs a program for one lane in double or float. Tests compare all other ways to run a program with this one.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/program/program.hpp>

namespace lockstep {

/// Transforms `rows` in place by the operations of the program. The recorded function itself may round differently
/// (program/fold.hpp, program/fuse.hpp). Undefined numbers are NaN. Throws std::invalid_argument if there are fewer rows than the
/// program has, and std::out_of_range if an index is beyond the end of a table.
template <std::floating_point R>
void interpret(program const& p, std::span<R> rows) {
    if (rows.size() < p.rows) {
        throw std::invalid_argument("interpret: the program has " + std::to_string(p.rows) + " rows, but " +
                                    std::to_string(rows.size()) + " were given");
    }
    std::vector<R> values(p.nodes.size());
    auto const value = [&](int place) -> R& { return values[static_cast<std::size_t>(place)]; };
    std::vector<std::vector<R>> tables(p.nodes.size());
    auto const entry = [&](node const& n) -> R& {
        return tables[static_cast<std::size_t>(n.a)].at(static_cast<std::size_t>(value(n.b) + static_cast<R>(n.value)));
    };
    auto const operand = [&](int place) { return place < 0 ? R(0) : value(place); };

    for (int i = 0; i < p.size(); ++i) {
        node const& n = p[i];
        switch (n.op) {
        case operation::constant:
        case operation::truth: value(i) = static_cast<R>(n.value); break;
        case operation::undefined: value(i) = std::numeric_limits<R>::quiet_NaN(); break;
        case operation::table:
            tables[static_cast<std::size_t>(i)].assign(static_cast<std::size_t>(n.value), std::numeric_limits<R>::quiet_NaN());
            break;
        case operation::constants: break;
        case operation::lookup: {
            auto const& numbers = p.constants[static_cast<std::size_t>(p[n.a].value)];
            value(i) = static_cast<R>(numbers.at(static_cast<std::size_t>(value(n.b) + static_cast<R>(n.value))));
            break;
        }
        case operation::load: value(i) = entry(n); break;
        case operation::store: entry(n) = value(n.c); break;
        case operation::scatter:
            if (!(value(n.b) < R(0))) {
                entry(n) = value(n.c);
            }
            break;
        case operation::input: value(i) = rows[static_cast<std::size_t>(n.value)]; break;
        case operation::any: value(i) = value(n.a); break;
        case operation::none: value(i) = R(value(n.a) == R(0)); break;

        case operation::region_begin:  // its value says whether it was entered
            value(i) = value(n.a);
            if (value(i) == R(0)) {
                i = n.b;
            }
            break;
        case operation::phi: value(i) = value(n.c) != R(0) ? value(n.a) : value(n.b); break;

        case operation::loop_begin: {  // its value is the number of passes done
            value(i) = R(0);
            auto const [first, last] = loop_variables(p, i);
            for (int v = first; v < last; ++v) {
                value(v) = value(p[v].a);
            }
            break;
        }
        case operation::loop_break:
            if (value(n.a) != R(0)) {
                i = p[n.b].b;
            }
            break;
        case operation::loop_end: {
            auto const [first, last] = loop_variables(p, n.a);
            std::vector<R> next;  // all at once: a variable's next value may be another variable
            for (int v = first; v < last; ++v) {
                next.push_back(value(p[v].b));
            }
            std::copy(next.begin(), next.end(), values.begin() + first);
            value(n.a) += R(1);
            if (value(n.a) < R(p[n.a].value)) {
                i = n.a;
            }
            break;
        }
        case operation::variable:
        case operation::region_end: break;
        default: value(i) = evaluate(n.op, operand(n.a), operand(n.b), operand(n.c), n.value);
        }
    }
    std::vector<R> results;
    for (program_output const& out : p.outputs) {
        results.push_back(value(out.value));
    }
    for (std::size_t k = 0; k < results.size(); ++k) {
        rows[static_cast<std::size_t>(p.outputs[k].row)] = results[k];
    }
}

}  // namespace lockstep
