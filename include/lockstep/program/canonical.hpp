// SPDX-License-Identifier: MIT
// Orders a program by what it computes. C++ does not say which operand of a call is evaluated first, so compilers record operands
// in different orders. After this pass, the same operations give the same program with every compiler.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include <lockstep/program/program.hpp>
#include <lockstep/program/rank.hpp>
#include <lockstep/program/reordered.hpp>

namespace lockstep {

/// Returns for each node the last input or statement from which it is computed: the row of an input, or p.rows plus the number of
/// a statement, counted from 0. An input or a statement itself gets its own row or number. The result is -1 for a node that is
/// computed from neither, such as a literal or a table.
inline std::vector<int> last_waits(program const& p) {
    std::vector<int> result(p.nodes.size(), -1);
    int statements = static_cast<int>(p.rows);
    for (int i = 0; i < p.size(); ++i) {
        node const& n = p[i];
        int& last = result[static_cast<std::size_t>(i)];
        if (n.op == operation::input) {
            last = static_cast<int>(n.value);
        } else if (is_statement(n.op)) {
            last = statements++;
        } else {
            for (int const operand : {n.a, n.b, n.c}) {
                last = std::max(last, operand < 0 ? -1 : result[static_cast<std::size_t>(operand)]);
            }
        }
    }
    return result;
}

namespace detail {

class canonical_order {
public:
    explicit canonical_order(program const& p) : p_(p), ranks_(ranks(p)), turns_(p.nodes.size(), -1) {
        for (node const& n : p.nodes) {
            if (is_statement(n.op)) {
                visit_operands(n);
            }
        }
        for (program_output const& out : p.outputs) {
            visit(out.value);
        }
    }

    program ordered() const {
        program result = reordered(p_, places());
        for (node& n : result.nodes) {
            if (commutes(n.op) && n.b < n.a && result[n.b].op != operation::constant) {
                std::swap(n.a, n.b);
            }
        }
        return result;
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    /// Returns the new order of the nodes: element k is the old place of the node that moves to place k. Statements keep their
    /// places. A number between two statements comes as soon as the last input or statement that it waits for is there, as in a
    /// sweep over a robot's bodies. Of several such numbers, the number with the longest chain of operations comes first.
    std::vector<int> places() const {
        std::vector<int> order;
        for (int i = 0; i < p_.size(); ++i) {
            order.push_back(i);
        }
        auto const by = [](auto const& key) { return [&key](int a, int b) { return key(a) < key(b); }; };
        auto const literal = [this](int i) {  // NaN has no place in the order of numbers, and 0 equals -0
            double const value = p_[i].op == operation::table ? 0 : p_[i].value;
            bool const is_nan = std::isnan(value);
            return std::tuple(p_[i].op, is_nan, is_nan ? 0 : value, std::bit_cast<std::uint64_t>(value));
        };
        std::vector<int> const waits = last_waits(p_);
        auto const turn = [&](int i) { return std::pair(waits[at(i)], turns_[at(i)]); };
        auto run = std::find_if(order.begin(), order.end(), [this](int i) { return !is_known_at_start(p_[i].op); });
        std::stable_sort(order.begin(), run, by(literal));
        while (run != order.end()) {
            auto const end = std::find_if(run, order.end(), [this](int i) { return is_statement(p_[i].op); });
            std::stable_sort(run, end, by(turn));
            run = end == order.end() ? end : end + 1;
        }
        return order;
    }

    /// Gives a number its turn, after the numbers from which it is computed.
    void visit(int i) {
        if (i < 0 || turns_[at(i)] >= 0 || is_statement(p_[i].op)) {
            return;
        }
        visit_operands(p_[i]);
        turns_[at(i)] = count_++;
    }
    void visit_operands(node const& n) {
        std::array<int, 3> operands = {n.a, n.b, n.c};
        auto const rank_of = [this](int i) { return i < 0 ? rank() : ranks_[at(i)]; };
        std::stable_sort(operands.begin(), operands.end(), [&](int a, int b) {
            rank const x = rank_of(a), y = rank_of(b);
            return x.depth != y.depth ? x.depth > y.depth : x.form < y.form;
        });
        for (int const operand : operands) {
            visit(operand);
        }
    }

    program const& p_;
    std::vector<rank> ranks_;
    std::vector<int> turns_;
    int count_ = 0;
};

}  // namespace detail

/// Returns the program with its nodes in an order that depends only on what the program computes. All recordings that have the
/// same operations between the same statements become the same program. The numbers that it computes keep their bits.
inline program canonical(program const& p) { return detail::canonical_order(p).ordered(); }

}  // namespace lockstep
