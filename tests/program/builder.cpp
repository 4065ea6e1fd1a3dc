// SPDX-License-Identifier: MIT
#include <stdexcept>

#include <doctest/doctest.h>

#include <lockstep/program/builder.hpp>

namespace ls = lockstep;
using ls::operation;

TEST_CASE("an operation is made once") {
    ls::builder to(2);
    int const x = to.input(0);
    int const y = to.input(1);
    int const sum = to.make({.op = operation::add, .a = x, .b = y});
    CHECK(to.make({.op = operation::add, .a = x, .b = y}) == sum);
    CHECK(to.make({.op = operation::sub, .a = x, .b = y}) != sum);
    CHECK(to.input(0) == x);
    CHECK(to.constant(0.5) == to.constant(0.5));
    CHECK(to.constant(-0.0) == to.constant(0.0));
    CHECK(to.constant(1) != to.truth(true));
    CHECK(to.written().rows == 2);
}

TEST_CASE("what a region makes is out of reach after its end") {
    ls::builder to(1);
    int const x = to.input(0);
    int const outside = to.make({.op = operation::neg, .a = x});
    int const mask = to.make({.op = operation::less, .a = x, .b = outside});
    int const condition = to.make({.op = operation::any, .a = mask});
    int const region = to.open({.op = operation::region_begin, .a = condition});
    int const inside = to.make({.op = operation::sqrt, .a = x});
    int const half = to.constant(0.5);
    CHECK(to.make({.op = operation::neg, .a = x}) == outside);
    CHECK(to.make({.op = operation::sqrt, .a = x}) == inside);
    to.check(inside);
    to.close();
    CHECK(to[region].b == to.written().size() - 1);
    CHECK(to.make({.op = operation::sqrt, .a = x}) != inside);
    CHECK(to.constant(0.5) == half);
    to.check(half);
    CHECK_THROWS_AS(to.check(inside), std::logic_error);
    CHECK_THROWS_AS(to.output(0, inside), std::logic_error);
    CHECK_THROWS_AS(to.check(-1), std::logic_error);
}

TEST_CASE("a loop's variables outlive it") {
    ls::builder to(1);
    int const x = to.input(0);
    to.open({.op = operation::loop_begin, .value = 5});
    int const v = to.variable(x);
    int const next = to.make({.op = operation::add, .a = v, .b = x});
    to.set_next(v, next);
    to.close();
    to.check(v);
    CHECK(to[v].b == next);
    CHECK_THROWS_AS(to.check(next), std::logic_error);
}
