// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/table.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;

namespace {

// Appends the first number to a list unless it is below zero, then the second likewise; the third becomes the sum of the
// list, the fourth its length.
template <ls::real R>
void sum_of_list(std::span<R> x) {
    ls::table<R, 2, 3> list;
    R count(0);
    for (std::size_t k = 0; k < 2; ++k) {
        ls::mask_t<R> const wanted = R(0) <= x[k];
        ls::when(
            ls::any(wanted),
            [&] {
            list.scatter(ls::select(wanted, count, R(-1)), 1, x[k]);
            count = count + ls::select(wanted, R(1), R(0));
            },
            count);
    }
    R sum(0), row(0);
    auto const pass = [&] {
        sum = sum + ls::select(row < count, list.at(row, 1), R(0));
        row = row + R(1);
    };
    ls::repeat_until(
        2, [&] { return !ls::any(row < count); }, pass, sum, row);
    x[2] = sum;
    x[3] = count;
}

std::vector<double> const cases[] = {{3, 4, 7, 2}, {3, -1, 3, 1}, {-1, 4, 4, 1}, {-1, -1, 0, 0}};

}  // namespace

TEST_CASE("a table keeps what is set in its rows") {
    ls::table<double, 3, 2> t;
    t.set(2.0, 1, 5.0);
    t.set(0.0, 1, 6.0);
    t.scatter(2.0, 0, 7.0);
    t.scatter(-1.0, 0, 8.0);
    CHECK(t.at(2.0, 1) == 5);
    CHECK(t.at(0.0, 1) == 6);
    CHECK(t.at(2.0, 0) == 7);
}

TEST_CASE("constants are found by a number, in a recorded program too") {
    std::vector<double> const numbers{1, 2, 3, 4};
    ls::constant_table<double, 2> const t(numbers);
    CHECK(t.at(1.0, 0) == 3);
    CHECK(ls::constant_table<ls::lanes<4>, 2>(numbers).at(ls::lanes<4>(1), 1)[3] == 4);
    ls::program const p = ls::record(2, [&](std::span<ls::recorded> x) {
        ls::constant_table<ls::recorded, 2> const constants(numbers);
        x[1] = constants.at(x[0], 0) + constants.at(x[0], 1);
    });
    std::vector<double> rows{1, 0};
    ls::interpret<double>(p, rows);
    CHECK(rows[1] == 7);
}

TEST_CASE_TEMPLATE("every lane fills a list of its own", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    std::vector<R> rows(4, R(0));
    for (std::size_t i = 0; i < 2; ++i) {
        float numbers[ls::width_of<R>];
        for (std::size_t k = 0; k < std::size(numbers); ++k) {
            numbers[k] = static_cast<float>(cases[k % 4][i]);
        }
        if constexpr (ls::width_of<R> == 1) {
            rows[i] = numbers[0];
        } else {
            rows[i] = R::load(numbers);
        }
    }
    sum_of_list<R>(rows);
    for (std::size_t k = 0; k < static_cast<std::size_t>(ls::width_of<R>); ++k) {
        CHECK(ls::lane(rows[2], k) == cases[k % 4][2]);
        CHECK(ls::lane(rows[3], k) == cases[k % 4][3]);
    }
}

TEST_CASE("a recorded table does what a table does, and is dropped where nobody reads it") {
    ls::program const p = ls::record(4, [](std::span<ls::recorded> x) { sum_of_list<ls::recorded>(x); });
    for (std::vector<double> const& expected : cases) {
        std::vector<double> rows{expected[0], expected[1], 0, 0};
        ls::interpret<double>(p, rows);
        CHECK(rows == expected);
    }
    ls::program const unread = ls::record(2, [](std::span<ls::recorded> x) {
        ls::table<ls::recorded, 1, 1> t;
        t.set(ls::recorded(0), 0, x[0]);
        x[1] = x[0] + x[0];
    });
    for (ls::node const& n : unread.nodes) {
        CHECK(n.op != ls::operation::table);
        CHECK_FALSE(ls::changes_table(n.op));
    }
}
