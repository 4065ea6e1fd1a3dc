// SPDX-License-Identifier: MIT
// That what is computed from a table of literals is right: tests/program/print_lanes.cpp.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/literals.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

TEST_CASE("literals read back as the same float") {
    using ls::float_literal;
    CHECK(float_literal(0.1) == "0.1f");
    CHECK(float_literal(2) == "2.0f");
    CHECK(float_literal(-0.52) == "-0.52f");
    CHECK(float_literal(1e20) == "1e+20f");
    CHECK(float_literal(1e300) == "__builtin_inff()");
    CHECK(std::stof(float_literal(0x1.fffffep-1)) == 0x1.fffffep-1f);
}

TEST_CASE("the most frequent literals stand in a table, zero does not") {
    ls::program const p = ls::record(3, [](std::span<recorded> x) {
        x[0] = (x[0] + recorded(3)) * recorded(5);
        x[1] = ls::max(x[1] * recorded(0.1), recorded(0));
        x[2] = ls::max(ls::fma(x[2], recorded(5), recorded(3)) - recorded(5), recorded(0));
    });
    ls::literal_table const table(p, 0);
    CHECK(table.literals() == std::vector<std::string>{"5.0f", "3.0f", "0.1f"});
    CHECK(table.text() == "5.0f, 3.0f, 0.1f");
    CHECK(table.place("5.0f") == 0);
    CHECK(table.place("0.1f") == 2);
    CHECK(table.place("0.0f") == -1);
    CHECK(ls::literal_table(p, 100).literals().empty());
}

TEST_CASE("a table has what is within reach") {
    ls::program const p = ls::record(1, [](std::span<recorded> x) {
        for (int k = 1; k <= 300; ++k) {
            x[0] = ls::sqrt(x[0] + recorded(k));
        }
        x[0] = x[0] + recorded(300);
    });
    ls::literal_table const table(p, 0);
    CHECK(table.literals().size() == ls::literal_table::reach);
    CHECK(table.place("300.0f") == 0);
}
