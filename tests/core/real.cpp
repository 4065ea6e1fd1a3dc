// SPDX-License-Identifier: MIT
#include <lockstep/core/real.hpp>

#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <tests/core/every_real.hpp>

#include "../archetype/number.hpp"

namespace ls = lockstep;
using namespace core_test;

static_assert(ls::real<float> && ls::real<double> && ls::real<archetype::number>);
static_assert(!ls::real<std::string> && !ls::real<float*>);
static_assert(ls::clamp(3.0, 0.0, 1.0) == 1 && ls::abs(-2.0f) == 2 && ls::select(false, 1.0, 2.0) == 2, "usable at compile time");

namespace {

template <class R>
struct body {
    R x, speed[2];
};

}  // namespace

TEST_CASE_TEMPLATE("select takes one of two numbers, each from its own lane", R, EVERY_REAL) {
    CHECK(everywhere(ls::select(R(1) < R(2), R(3), R(4))) == 3);
    CHECK(everywhere(ls::select(R(2) < R(1), R(3), R(4))) == 4);
    CHECK(ls::any(R(1) < R(2)));
    CHECK_FALSE(ls::any(R(2) < R(1)));
}

TEST_CASE_TEMPLATE("smaller, greater, clamped and absolute", R, EVERY_REAL) {
    CHECK(everywhere(ls::min(R(2), R(-3))) == -3);
    CHECK(everywhere(ls::max(R(2), R(-3))) == 2);
    CHECK(everywhere(ls::clamp(R(5), R(-1), R(1))) == 1);
    CHECK(everywhere(ls::clamp(R(-5), R(-1), R(1))) == -1);
    CHECK(everywhere(ls::clamp(R(0.25), R(-1), R(1))) == 0.25);
    CHECK(std::isnan(double(ls::lane(ls::clamp(R(std::nan("")), R(-1), R(1)), 0))));
    CHECK(everywhere(ls::abs(R(-7.5))) == 7.5);
    CHECK(everywhere(ls::abs(R(7.5))) == 7.5);
    CHECK_FALSE(std::signbit(everywhere(ls::abs(R(-0.0)))));
}

TEST_CASE_TEMPLATE("round goes to the nearest integer, halves to even; floor goes down", R, EVERY_REAL) {
    double const cases[][3] = {{0.5, 0, 0},    {1.5, 2, 1},
                               {2.5, 2, 2},    {-0.5, 0, -1},
                               {-1.5, -2, -2}, {2.4, 2, 2},
                               {-2.6, -3, -3}, {7, 7, 7},
                               {-7, -7, -7},   {8388607, 8388607, 8388607},
                               {0.0, 0.0, 0},  {0.49, 0, 0},
                               {-0.25, 0, -1}, {12345.75, 12346, 12345}};
    for (auto const& [x, nearest, below] : cases) {
        CHECK(everywhere(ls::round(R(x))) == nearest);
        CHECK(everywhere(ls::floor(R(x))) == below);
    }
}

TEST_CASE_TEMPLATE("sqrt and fma round once", R, EVERY_REAL) {
    CHECK(everywhere(ls::sqrt(R(2.25))) == 1.5);
    CHECK(std::isnan(double(ls::lane(ls::sqrt(R(-1)), 0))));
    bool const wide = std::is_same_v<R, double>;
    double const e = wide ? 0x1p-30 : 0x1p-13;  // the square of 1 + e needs more bits than R has
    CHECK(everywhere(ls::fma(R(1 + e), R(1 + e), R(-1 - 2 * e))) == e * e);
    CHECK(everywhere(ls::sqrt(R(2))) == (wide ? std::sqrt(2.0) : double(std::sqrt(2.0f))));
}

TEST_CASE_TEMPLATE("finite is neither infinite nor NaN", R, EVERY_REAL) {
    double const infinity = std::numeric_limits<double>::infinity();
    CHECK(holds<R>(ls::is_finite(R(-1e30))));
    CHECK(holds<R>(ls::is_finite(R(std::is_same_v<R, double> ? 1e300 : 3.4e38))));
    CHECK_FALSE(holds<R>(ls::is_finite(R(infinity))));
    CHECK_FALSE(holds<R>(ls::is_finite(R(-infinity))));
    CHECK_FALSE(holds<R>(ls::is_finite(R(std::nan("")))));
}

TEST_CASE_TEMPLATE("scale and exponent take a number apart and put it together", R, EVERY_REAL) {
    using traits = ls::number_traits<R>;
    double const root = 0.70710678118654752;
    for (double const x : {1.0, 0.75, 1.5, 3.0, 1e-30, 1e30, 0.7, 0.71, 1.41, 1.42, 1.2e-38}) {
        R const e = traits::exponent(R(x));
        double const m = everywhere(traits::scale(R(x), -e));
        CHECK(m >= doctest::Approx(root).epsilon(1e-7));
        CHECK(m < 2 * root * (1 + 1e-7));
        CHECK(everywhere(traits::scale(R(m), e)) == everywhere(R(x)));
    }
}

TEST_CASE_TEMPLATE("a mask of a bool holds everywhere or nowhere", R, EVERY_REAL) {
    CHECK(holds<R>(ls::mask_t<R>(true)));
    CHECK_FALSE(holds<R>(ls::mask_t<R>(false)));
}

TEST_CASE_TEMPLATE("when runs its body if any lane asks", R, EVERY_REAL) {
    R x(1);
    ls::when(
        ls::any(R(0) < R(1)), [&] { x = R(2); }, x);
    CHECK(everywhere(x) == 2);
    ls::when(
        ls::any(R(1) < R(0)), [&] { x = R(3); }, x);
    CHECK(everywhere(x) == 2);
}

TEST_CASE_TEMPLATE("repeat_until asks before each pass and stops at its cap", R, EVERY_REAL) {
    R x(0);
    auto const done = [&] { return ls::any(R(2.5) < x); };
    auto const step = [&] { x += R(1); };
    ls::repeat_until(10, done, step, x);
    CHECK(everywhere(x) == 3);
    ls::repeat_until(10, done, step, x);
    CHECK(everywhere(x) == 3);
    x = R(0);
    ls::repeat_until(2, done, step, x);
    CHECK(everywhere(x) == 2);
}

TEST_CASE_TEMPLATE("an undefined number is zero outside of a recording", R, EVERY_REAL) {
    CHECK(everywhere(ls::undefined<R>()) == 0);
    auto const aggregate = ls::all_undefined<body<R>, R>();
    for (R const& pack : ls::numbers_of<R>(aggregate)) {
        CHECK(everywhere(pack) == 0);
    }
}

TEST_CASE_TEMPLATE("an aggregate is its numbers, and is selected number by number", R, EVERY_REAL) {
    body<R> a{R(1), {R(2), R(3)}};
    body<R> const b{R(10), {R(20), R(30)}};
    auto const packs = ls::numbers_of<R>(a);
    static_assert(packs.size() == 3);
    static_assert(std::is_same_v<decltype(ls::numbers_of<R>(b)), std::span<R const, 3>>);
    packs[2] = R(4);
    CHECK(everywhere(a.speed[1]) == 4);
    body<R> const first = ls::select_all<R>(R(0) < R(1), a, b);
    body<R> const second = ls::select_all<R>(R(1) < R(0), a, b);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(everywhere(ls::numbers_of<R>(first)[i]) == everywhere(packs[i]));
        CHECK(everywhere(ls::numbers_of<R>(second)[i]) == everywhere(ls::numbers_of<R>(b)[i]));
    }
}
