// SPDX-License-Identifier: MIT
// Builds a program node by node. If an equal node exists already, it is used again (hash-consing). A node that was made inside a
// region or a loop must not be read after that region or loop is closed, except literals, inputs and tables.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include <lockstep/program/program.hpp>

namespace lockstep {

class builder {
public:
    explicit builder(std::size_t rows) { written_.rows = rows; }

    node const& operator[](int place) const { return written_[place]; }
    bool is_constant(int place) const { return written_[place].op == operation::constant; }
    bool is_constant(int place, double value) const { return is_constant(place) && written_[place].value == value; }
    bool is_truth(int place) const { return written_[place].op == operation::truth; }
    bool is_truth(int place, bool value) const { return is_truth(place) && (written_[place].value != 0) == value; }

    int constant(double value) { return make({.op = operation::constant, .value = value == 0 ? 0.0 : value}); }
    int truth(bool value) { return make({.op = operation::truth, .value = value ? 1.0 : 0.0}); }
    int undefined() { return make({.op = operation::undefined}); }
    int input(std::size_t row) { return make({.op = operation::input, .value = static_cast<double>(row)}); }

    /// Makes a table of `size` numbers. Returns the place of the table.
    int table(std::size_t size) { return append({.op = operation::table, .value = static_cast<double>(size)}, -1); }

    /// Makes a table of numbers that never change. Returns the place of the table.
    int constants(std::vector<double> numbers) {
        written_.constants.push_back(std::move(numbers));
        return append({.op = operation::constants, .value = static_cast<double>(written_.constants.size() - 1)}, -1);
    }

    /// Returns the place of the node `n`. Makes the node if there is no equal node that may be read here.
    int make(node const& n) {
        auto const [known, is_new] = known_.try_emplace(n, written_.size());
        if (is_new) {
            if (!is_known_at_start(n.op) && !blocks_.empty()) {
                blocks_.back().made.push_back(n);
            }
            append(n, is_known_at_start(n.op) ? -1 : innermost());
        }
        return known->second;
    }

    /// Makes a node even if an equal node exists, and returns its place. Call it for phis, for the begins, ends and breaks of
    /// regions and loops, and for nodes that read or change a table.
    int statement(node const& n) { return append(n, innermost()); }

    int open(node const& begin) {
        int const place = statement(begin);
        blocks_.push_back({.begin = place, .made = {}});
        is_open_.insert_or_assign(place, true);
        return place;
    }

    void close() {
        block const closed = std::move(blocks_.back());
        blocks_.pop_back();
        for (node const& n : closed.made) {
            known_.erase(n);
        }
        is_open_[closed.begin] = false;
        bool const is_loop = written_[closed.begin].op == operation::loop_begin;
        written_[closed.begin].b = statement({.op = is_loop ? operation::loop_end : operation::region_end, .a = closed.begin});
    }

    /// Adds a variable to the loop that was opened last, and returns its place. `initial` is the place of its first value. The
    /// variable may be read after the loop.
    int variable(int initial) {
        block const& loop = blocks_.back();
        int const outside = blocks_.size() > 1 ? blocks_[blocks_.size() - 2].begin : -1;
        return append({.op = operation::variable, .a = initial, .c = loop.begin}, outside);
    }
    void set_next(int variable, int next) { written_[variable].b = next; }

    void output(std::size_t row, int value) {
        check(value);
        written_.outputs.push_back({.row = static_cast<int>(row), .value = value});
    }

    /// Throws std::logic_error if the value at `place` was never set, or was made in a region or a loop that is closed.
    void check(int place) const {
        if (place < 0) {
            throw std::logic_error("lockstep: while recording, a number is read before it was set");
        }
        int const home = home_[static_cast<std::size_t>(place)];
        if (home >= 0 && !is_open_.at(home)) {
            throw std::logic_error(
                "lockstep: while recording, a value made inside `when` or `repeat_until` is read outside: name it among "
                "the values that the body may change");
        }
    }

    program const& written() const { return written_; }

private:
    struct hash {
        std::size_t operator()(node const& n) const {
            auto h = static_cast<std::uint64_t>(n.op);
            for (int const operand : {n.a, n.b, n.c}) {
                h = h * 1'000'003u + static_cast<std::uint64_t>(operand + 1);
            }
            return static_cast<std::size_t>(h ^ (std::bit_cast<std::uint64_t>(n.value) * 0x9e3779b97f4a7c15u));
        }
    };
    struct same {
        bool operator()(node const& x, node const& y) const {
            return x.op == y.op && x.a == y.a && x.b == y.b && x.c == y.c &&
                   std::bit_cast<std::uint64_t>(x.value) == std::bit_cast<std::uint64_t>(y.value);
        }
    };
    struct block {
        int begin;
        std::vector<node> made;
    };

    int innermost() const { return blocks_.empty() ? -1 : blocks_.back().begin; }

    int append(node const& n, int home) {
        written_.nodes.push_back(n);
        home_.push_back(home);
        return written_.size() - 1;
    }

    program written_;
    std::vector<int> home_;  // for each node: the begin of the block in which it may be read, or -1: everywhere
    std::vector<block> blocks_;
    std::unordered_map<int, bool> is_open_;
    std::unordered_map<node, int, hash, same> known_;
};

}  // namespace lockstep
