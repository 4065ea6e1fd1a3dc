// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/program/lifetimes.hpp>

namespace ls = lockstep;
using op = ls::operation;

TEST_CASE("a number is needed from where it is computed to where it is read last") {
    ls::program const p{.rows = 1,
                        .nodes = {{.op = op::input},
                                  {.op = op::sqrt, .a = 0},
                                  {.op = op::neg, .a = 1},
                                  {.op = op::add, .a = 2, .b = 1}},
                        .outputs = {{.row = 0, .value = 3}}};
    ls::lifetimes const lives(p);
    CHECK(lives.begin(1) == 3);
    CHECK(lives.end(1) == 6);
    CHECK(lives.begin(3) == 7);
    CHECK(lives.end(3) == 8);      // the end of the program
    CHECK(lives.may_share(1, 3));  // the sum is written after its operands were read
    CHECK_FALSE(lives.may_share(1, 2));
}

TEST_CASE("a phi may stand where the value before it stood, and the one that replaces it") {
    // 1: before; 3: the region; 4: the new value; 5: its end; 6: the phi
    ls::program p{.rows = 2,
                  .nodes = {{.op = op::input},
                            {.op = op::sqrt, .a = 0},
                            {.op = op::any, .a = 1},
                            {.op = op::region_begin, .a = 2, .b = 5},
                            {.op = op::neg, .a = 1},
                            {.op = op::region_end, .a = 3},
                            {.op = op::phi, .a = 4, .b = 1, .c = 3}},
                  .outputs = {{.row = 0, .value = 6}}};
    CHECK(ls::lifetimes(p).may_share(1, 6));
    CHECK(ls::lifetimes(p).may_share(4, 6));
    CHECK(ls::lifetimes(p).may_share(1, 4));

    SUBCASE("unless the value before is read again after the region") {
        p.outputs.push_back({.row = 1, .value = 1});
        CHECK_FALSE(ls::lifetimes(p).may_share(1, 6));
        CHECK_FALSE(ls::lifetimes(p).may_share(1, 4));
        CHECK(ls::lifetimes(p).may_share(4, 6));
    }
}

TEST_CASE("a variable may stand where its next value does") {
    // 1: the first value; 2: the loop; 3: the variable; 5: leaves it; 6: the next value; 8: its end
    ls::program p{.rows = 2,
                  .nodes = {{.op = op::input},
                            {.op = op::sqrt, .a = 0},
                            {.op = op::loop_begin, .b = 8, .value = 3},
                            {.op = op::variable, .a = 1, .b = 6, .c = 2},
                            {.op = op::any, .a = 3},
                            {.op = op::loop_break, .a = 4, .b = 2},
                            {.op = op::neg, .a = 3},
                            {.op = op::sqrt, .a = 6},
                            {.op = op::loop_end, .a = 2}},
                  .outputs = {{.row = 0, .value = 3}}};
    CHECK(ls::lifetimes(p).may_share(1, 3));
    CHECK(ls::lifetimes(p).may_share(6, 3));
    CHECK(ls::lifetimes(p).end(6) == 17);  // handed over during the loop's end

    SUBCASE("unless it is read once more after that is computed") {
        p[7].a = 3;
        CHECK_FALSE(ls::lifetimes(p).may_share(6, 3));
    }
    SUBCASE("and not where the first value is read in every pass") {
        p[7].a = 1;
        CHECK(ls::lifetimes(p).end(1) == 17);
        CHECK_FALSE(ls::lifetimes(p).may_share(1, 3));
        CHECK_FALSE(ls::lifetimes(p).may_share(1, 6));
    }
}

TEST_CASE("variables that change places are apart") {
    ls::program const p{.rows = 2,
                        .nodes = {{.op = op::input, .value = 0},
                                  {.op = op::input, .value = 1},
                                  {.op = op::loop_begin, .b = 5, .value = 3},
                                  {.op = op::variable, .a = 0, .b = 4, .c = 2},
                                  {.op = op::variable, .a = 1, .b = 3, .c = 2},
                                  {.op = op::loop_end, .a = 2}},
                        .outputs = {{.row = 0, .value = 3}, {.row = 1, .value = 4}}};
    CHECK_FALSE(ls::lifetimes(p).may_share(3, 4));
}
