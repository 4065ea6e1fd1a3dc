// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/program/program.hpp>

namespace ls = lockstep;
using ls::operation;

namespace {

// if (any(x < y)) { until (any(m)), at most 3 times: v = v + x }
ls::program nested() {
    ls::program p;
    p.rows = 2;
    p.nodes = {
        {.op = operation::input, .value = 0},                 // 0 x
        {.op = operation::input, .value = 1},                 // 1 y
        {.op = operation::less, .a = 0, .b = 1},              // 2 m
        {.op = operation::any, .a = 2},                       // 3
        {.op = operation::region_begin, .a = 3, .b = 10},     // 4
        {.op = operation::loop_begin, .b = 9, .value = 3},    // 5
        {.op = operation::variable, .a = 0, .b = 8, .c = 5},  // 6 v
        {.op = operation::loop_break, .a = 3, .b = 5},        // 7
        {.op = operation::add, .a = 6, .b = 0},               // 8
        {.op = operation::loop_end, .a = 5},                  // 9
        {.op = operation::region_end, .a = 4},                // 10
        {.op = operation::phi, .a = 6, .b = 1, .c = 4},       // 11
    };
    p.outputs = {{.row = 1, .value = 11}};
    return p;
}

}  // namespace

TEST_CASE("blocks enclose what stands between their begin and end") {
    CHECK(ls::enclosing_blocks(nested()) == std::vector<int>{-1, -1, -1, -1, -1, 4, 5, 5, 5, 4, -1, -1});
}

TEST_CASE("the variables of a loop stand after its begin") { CHECK(ls::loop_variables(nested(), 5) == std::pair(6, 7)); }

TEST_CASE("masks and numbers are told apart") {
    ls::program p = nested();
    CHECK(ls::is_mask(p, 2));
    CHECK_FALSE(ls::is_mask(p, 8));
    CHECK_FALSE(ls::is_mask(p, 11));
    p[6].a = 2;
    CHECK(ls::is_mask(p, 11));
}
