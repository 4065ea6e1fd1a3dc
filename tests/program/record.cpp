// SPDX-License-Identifier: MIT
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/count.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

TEST_CASE("rows are transformed in place") {
    ls::program const p = ls::record(3, [](std::span<recorded> row) { row[2] = ls::sqrt(row[0] * row[0] + row[1] * row[1]); });
    CHECK(p.rows == 3);
    CHECK(p.outputs.size() == 1);
    std::vector<double> rows = {3, 4, 0};
    ls::interpret<double>(p, rows);
    CHECK(rows == std::vector<double>{3, 4, 5});
}

TEST_CASE("rows that trade places are read before they are written") {
    ls::program const p = ls::record(2, [](std::span<recorded> row) { std::swap(row[0], row[1]); });
    CHECK(ls::count_operations(p).total() == 0);
    std::vector<float> rows = {1, 2};
    ls::interpret<float>(p, rows);
    CHECK(rows == std::vector<float>{2, 1});
}

TEST_CASE("an aggregate is its rows") {
    struct state {
        recorded position, velocity;
    };
    ls::program const p = ls::record<state>([](state& s) { s.position += s.velocity * recorded(0.5); });
    CHECK(p.rows == 2);
    std::vector<double> rows = {1, 4};
    ls::interpret<double>(p, rows);
    CHECK(rows == std::vector<double>{3, 4});
}
