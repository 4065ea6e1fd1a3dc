// SPDX-License-Identifier: MIT
// Orders the numbers of a program so that few are live at the same time, and each is read soon after it was read or computed. A
// live number takes a register or, if none is free, a place in the first cache. A long program has a thousand live numbers, which
// are more than a first cache holds if each has 16 lanes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include <lockstep/program/program.hpp>
#include <lockstep/program/reordered.hpp>

namespace lockstep {

namespace detail {

class shorter_lifetimes {
public:
    explicit shorter_lifetimes(program const& p)
        : p_(p), readers_(p.nodes.size()), unread_(p.nodes.size()), awaited_(p.nodes.size()), ends_(p.nodes.size()) {
        for (int i = 0; i < p.size(); ++i) {
            for (int const operand : operands(i)) {
                readers_[at(operand)].push_back(i);
                awaited_[at(i)] += operand < i && !is_known_at_start(p[operand].op);
            }
        }
        for (std::size_t i = 0; i < readers_.size(); ++i) {
            unread_[i] = static_cast<int>(readers_[i].size());
        }
        for (program_output const& out : p.outputs) {
            ++unread_[at(out.value)];  // an output is read at the end
        }
        for (int i = 0; i < p.size(); ++i) {
            find_last_reader(i);
        }
    }

    program ordered() && {
        int i = 0;
        for (; i < p_.size() && is_known_at_start(p_[i].op); ++i) {
            order_.push_back(i);
        }
        while (i < p_.size()) {
            int const begin = i;
            while (i < p_.size() && !is_statement(p_[i].op)) {
                ++i;
            }
            order_between(begin, i);
            if (i < p_.size()) {
                finish(i++);
            }
        }
        return reordered(p_, order_);
    }

private:
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }

    /// Returns the nodes to which a node refers, each once.
    std::vector<int> operands(int i) const {
        std::vector<int> result;
        for (int const operand : {p_[i].a, p_[i].b, p_[i].c}) {
            if (operand >= 0 && std::find(result.begin(), result.end(), operand) == result.end()) {
                result.push_back(operand);
            }
        }
        return result;
    }

    /// Orders the numbers [begin, end), which are between two statements.
    void order_between(int begin, int end) {
        end_ = end;
        for (int i = begin; i < end; ++i) {
            if (awaited_[at(i)] == 0) {
                ready_.insert(turn(i));
            }
        }
        while (!ready_.empty()) {
            finish(ready_.extract(ready_.begin()).value().second);
        }
    }

    /// The number that ends most lifetimes comes first. Of several such numbers, the one that came first in the given program does.
    std::pair<int, int> turn(int i) const { return {-ends_[at(i)], i}; }

    void finish(int i) {
        order_.push_back(i);
        for (int const operand : operands(i)) {
            if (operand < i) {  // a loop reads the next values of its variables at its end
                --unread_[at(operand)];
                find_last_reader(operand);
            }
        }
        for (int const reader : readers_[at(i)]) {
            if (i < reader && --awaited_[at(reader)] == 0 && reader < end_) {
                ready_.insert(turn(reader));
            }
        }
        awaited_[at(i)] = done;
    }

    /// If all readers of a number but one have read it, the last one ends its lifetime. If this reader is in a loop, the number lives
    /// until the loop ends, but then, too, it is read soon after its other readers.
    void find_last_reader(int number) {
        if (unread_[at(number)] != 1 || is_literal(p_[number].op)) {
            return;
        }
        for (int const reader : readers_[at(number)]) {
            if (awaited_[at(reader)] != done) {
                bool const is_ready = ready_.erase(turn(reader)) != 0;
                ++ends_[at(reader)];
                if (is_ready) {
                    ready_.insert(turn(reader));
                }
            }
        }
    }

    static constexpr int done = -1;

    program const& p_;
    std::vector<std::vector<int>> readers_;
    std::vector<int> unread_;   // how many readers of a number have not read it yet
    std::vector<int> awaited_;  // how many operands of a node are not computed yet, or `done`
    std::vector<int> ends_;     // how many lifetimes a node ends
    std::set<std::pair<int, int>> ready_;
    std::vector<int> order_;
    int end_ = 0;
};

}  // namespace detail

/// Returns the program with the numbers between two statements in another order. Of the numbers whose operands are computed, the
/// next one is the number that ends most lifetimes, as the last reader of its operands. The numbers keep their bits.
inline program shorten_lifetimes(program const& p) { return detail::shorter_lifetimes(p).ordered(); }

}  // namespace lockstep
