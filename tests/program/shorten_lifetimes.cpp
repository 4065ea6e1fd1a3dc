// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/table.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/canonical.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/rank.hpp>
#include <lockstep/program/record.hpp>
#include <lockstep/program/reordered.hpp>
#include <lockstep/program/shorten_lifetimes.hpp>
#include <tests/program/every_operation.hpp>
#include <tests/program/random_kernel.hpp>

namespace ls = lockstep;
using ls::recorded;

namespace {

/// How often an operation reads a number that none of the 16 operations before it has read or computed.
int late_reads(ls::program const& p) {
    std::vector<int> last(p.nodes.size());
    int count = 0, done = 0;
    for (int i = 0; i < p.size(); ++i) {
        if (!ls::is_arithmetic(p[i].op)) {
            continue;
        }
        ++done;
        for (int const operand : {p[i].a, p[i].b, p[i].c}) {
            if (operand >= 0 && !ls::is_known_at_start(p[operand].op)) {
                int& at = last[static_cast<std::size_t>(operand)];
                count += done - std::exchange(at, done) > 16;
            }
        }
        last[static_cast<std::size_t>(i)] = done;
    }
    return count;
}

/// The program that computes as many numbers as possible before it reads any of them again: in the order of their depths.
ls::program breadth_first(ls::program const& p) {
    std::vector<ls::rank> const ranks = ls::ranks(p);
    std::vector<int> order;
    for (int i = 0; i < p.size(); ++i) {
        order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        auto const depth = [&](int i) { return ls::is_known_at_start(p[i].op) ? -1 : ranks[static_cast<std::size_t>(i)].depth; };
        return depth(a) < depth(b);
    });
    return reordered(p, order);
}

bool have_same_bits(std::vector<double> const& a, std::vector<double> const& b) {
    return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>, std::bit_cast<std::uint64_t, double>);
}

void check_bits(ls::program const& p, std::vector<double> const& numbers) {
    std::vector<double> before = numbers, after = numbers;
    ls::interpret<double>(p, before);
    ls::interpret<double>(shorten_lifetimes(p), after);
    CHECK(have_same_bits(before, after));
}

/// The operations of the nodes [begin, end).
std::vector<ls::operation> operations(ls::program const& p, int begin, int end) {
    std::vector<ls::operation> result;
    for (int i = begin; i < end; ++i) {
        result.push_back(p[i].op);
    }
    return result;
}

}  // namespace

TEST_CASE("of the numbers that may come next, the one that ends most lifetimes comes first") {
    using enum ls::operation;
    ls::program const sum =
        ls::record(4, [](std::span<recorded> x) { x[0] = ls::sqrt(x[0]) + ls::sqrt(x[1]) + ls::sqrt(x[2]) + ls::sqrt(x[3]); });
    int const first = 4;  // after the inputs
    ls::program const wide = breadth_first(sum);
    CHECK(operations(wide, first, wide.size()) == std::vector{sqrt, sqrt, sqrt, sqrt, add, add, add});
    ls::program const narrow = shorten_lifetimes(wide);
    CHECK(operations(narrow, first, narrow.size()) == std::vector{sqrt, sqrt, add, sqrt, add, sqrt, add});
}

TEST_CASE("the lifetime of an output ends with the program") {
    using enum ls::operation;
    // Both negations read a number for the last time. That of the root is an output, which lives on.
    ls::program const p = {.rows = 2,
                           .nodes = {{.op = input, .value = 0},
                                     {.op = input, .value = 1},
                                     {.op = sqrt, .a = 0},
                                     {.op = abs, .a = 1},
                                     {.op = neg, .a = 2},
                                     {.op = round, .a = 3},
                                     {.op = add, .a = 4, .b = 5}},
                           .outputs = {{.row = 0, .value = 2}, {.row = 1, .value = 6}}};
    CHECK(operations(shorten_lifetimes(p), 2, p.size()) == std::vector{sqrt, abs, round, neg, add});
}

TEST_CASE("a robot's operations read fewer numbers late than in the order that is the same for all compilers") {
    ls::physics::model const& m = ls::physics::ant_model;
    auto const substep = [&](std::span<recorded> rows) { ls::physics::substep<recorded>(m, rows); };
    ls::program const p = ls::canonical(ls::record(ls::physics::substep_size(m), substep));
    CHECK(late_reads(shorten_lifetimes(p)) < 0.95 * late_reads(p));
}

TEST_CASE("what is read between two changes of a table stays there") {
    ls::program const p = ls::record(4, [](std::span<recorded> x) {
        ls::table<recorded, 2, 1> list;
        list.set(recorded(0), 0, x[0]);
        list.set(recorded(1), 0, x[1]);
        recorded const before = list.at(recorded(0), 0);
        list.set(recorded(0), 0, x[2]);
        recorded const between = list.at(recorded(0), 0);
        list.scatter(ls::select(x[0] < x[1], recorded(0), recorded(1)), 0, x[3]);
        recorded const after = list.at(recorded(0), 0), other = list.at(recorded(1), 0);
        x[0] = before, x[1] = between, x[2] = after, x[3] = other;
    });
    for (bool const is_first : {true, false}) {
        std::vector<double> rows = {1, is_first ? 2.0 : 0.0, 3, 4};
        std::vector<double> const expected = {1, 3, is_first ? 4.0 : 3.0, is_first ? 2.0 : 4.0};
        ls::interpret<double>(shorten_lifetimes(p), rows);
        CHECK(rows == expected);
    }
}

TEST_CASE("an order changes no bit, in and around regions and loops") {
    std::mt19937 draw(1);
    std::uniform_real_distribution<double> number(-8, 8);
    auto const numbers = [&](std::size_t count) {
        std::vector<double> result(count);
        std::ranges::generate(result, [&] { return number(draw); });
        return result;
    };
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        check_bits(ls::canonical(ls::record(4, lockstep_test::random_kernel<recorded>(seed))), numbers(4));
    }
    ls::program const all =
        ls::record(lockstep_test::every_operation_rows, [](std::span<recorded> x) { lockstep_test::every_operation(x); });
    for (int k = 0; k < 20; ++k) {
        check_bits(ls::canonical(all), numbers(lockstep_test::every_operation_rows));
    }
}
