// SPDX-License-Identifier: MIT
#include <cmath>

#include <doctest/doctest.h>

#include <lockstep/program/operation.hpp>

namespace ls = lockstep;
using ls::operation;

TEST_CASE("every operation has its name") {
    CHECK(ls::name(operation::constant) == "constant");
    CHECK(ls::name(operation::fma) == "fma");
    CHECK(ls::name(operation::negate) == "negate");
    CHECK(ls::name(operation::loop_end) == "loop_end");
}

TEST_CASE("kinds of operations") {
    CHECK(ls::is_literal(operation::undefined));
    CHECK_FALSE(ls::is_literal(operation::input));
    CHECK(ls::is_known_at_start(operation::input));
    CHECK(ls::is_arithmetic(operation::add));
    CHECK(ls::is_arithmetic(operation::negate));
    CHECK_FALSE(ls::is_arithmetic(operation::any));
    CHECK(ls::yields_mask(operation::less));
    CHECK_FALSE(ls::yields_mask(operation::with_bit));
    CHECK(ls::opens_block(operation::loop_begin));
    CHECK(ls::closes_block(operation::region_end));
}

TEST_CASE_TEMPLATE("operations compute what `real` does", R, float, double) {
    auto const run = [](operation op, R a, R b = R(0), R c = R(0), double value = 0) {
        return ls::evaluate<R>(op, a, b, c, value);
    };
    CHECK(run(operation::sub, R(3), R(5)) == R(-2));
    CHECK(run(operation::div, R(3), R(4)) == R(0.75));
    CHECK(run(operation::fma, R(3), R(5), R(1)) == R(16));
    CHECK(run(operation::round, R(2.5)) == R(2));
    CHECK(run(operation::scale, R(3), R(-1)) == R(1.5));
    CHECK(run(operation::exponent, R(8)) == R(3));
    CHECK(run(operation::select, R(1), R(5), R(7)) == R(5));
    CHECK(run(operation::select, R(0), R(5), R(7)) == R(7));
    R const word = run(operation::with_bit, R(0), R(1), R(0), 4);
    CHECK(run(operation::bit, word, R(0), R(0), 4) == R(1));
    CHECK(run(operation::bit, word, R(0), R(0), 3) == R(0));
    CHECK(run(operation::differ, word, R(0)) == R(1));
    CHECK(run(operation::flip_first_difference, R(0), word) == word);
    CHECK(run(operation::less_equal, R(2), R(2)) == R(1));
    CHECK(run(operation::both, R(1), R(0)) == R(0));
    CHECK(run(operation::either, R(1), R(0)) == R(1));
    CHECK(run(operation::negate, R(1)) == R(0));
    CHECK(std::isnan(run(operation::max, R(0), R(NAN))) == std::isnan(ls::max(R(0), R(NAN))));
}
