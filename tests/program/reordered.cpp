// SPDX-License-Identifier: MIT
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/program.hpp>
#include <lockstep/program/reordered.hpp>

namespace ls = lockstep;

TEST_CASE("a node keeps its operands, wherever it moves") {
    using enum ls::operation;
    ls::program const p = {.rows = 2,
                           .nodes = {{.op = input, .value = 0},
                                     {.op = input, .value = 1},
                                     {.op = sqrt, .a = 0},
                                     {.op = neg, .a = 1},
                                     {.op = fma, .a = 2, .b = 3, .c = 0},
                                     {.op = sub, .a = 3, .b = 4}},
                           .outputs = {{.row = 0, .value = 4}, {.row = 1, .value = 5}}};
    ls::program const q = reordered(p, {1, 3, 0, 2, 4, 5});
    CHECK(q.rows == 2);
    std::vector<ls::operation> operations;
    for (ls::node const& n : q.nodes) {
        operations.push_back(n.op);
    }
    CHECK(operations == std::vector{input, neg, input, sqrt, fma, sub});
    std::vector<double> rows = {4, 3};
    ls::interpret<double>(q, rows);
    CHECK(rows == std::vector<double>{2 * -3 + 4, -3 - (2 * -3 + 4)});
}
