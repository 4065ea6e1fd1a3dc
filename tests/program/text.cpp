// SPDX-License-Identifier: MIT
// What printed programs call, on raw vectors and floats, does what `real` says.
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/program/text.hpp>

namespace ls = lockstep;
namespace text = ls::text;

TEST_CASE_TEMPLATE("numbers", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    using V = decltype(text::raw(R(0)));
    static_assert(std::same_as<text::number<V>, R>);
    auto const value = [](V x) { return ls::lane(R(x), 0); };
    V const a = -2.5f - V{};
    V const b = 9.0f - V{};
    CHECK(value(a) == -2.5f);
    CHECK(value(text::sqrt(b)) == 3.0f);
    CHECK(value(text::abs(a)) == 2.5f);
    CHECK(value(text::round(a)) == -2.0f);
    CHECK(value(text::min(a, b)) == -2.5f);
    CHECK(value(text::max(a, b)) == 9.0f);
    CHECK(value(text::exponent(b)) == 3.0f);
    CHECK(value(text::scale(b, -1.0f - V{})) == 4.5f);
    CHECK(value(text::fma(a, b, b)) == -2.5f * 9 + 9);
    CHECK(value(text::fnma(a, b, b)) == 2.5f * 9 + 9);
    CHECK(value(text::fms(a, b, b)) == -2.5f * 9 - 9);
    CHECK(value(text::fnms(a, b, b)) == 2.5f * 9 - 9);
    V const one = 1.0f - V{}, zero = 0.0f - V{};
    for (V const sum :
         {text::fma(one, one, -one), text::fnma(one, one, one), text::fms(one, one, one), text::fnms(one, one, -one)}) {
        CHECK(value(sum) == 0);
        CHECK_FALSE(std::signbit(value(sum)));  // a sum that is exactly zero is +0
    }
    CHECK(std::signbit(value(text::fnms(one, zero, zero))));
    CHECK(value(text::select(a < b, a, b)) == -2.5f);
    CHECK(value(text::select(b < a, a, b)) == 9.0f);
}

TEST_CASE_TEMPLATE("masks and words", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    using V = decltype(text::raw(R(0)));
    V const a = 1.0f - V{};
    V const b = 2.0f - V{};
    auto const yes = a < b;
    auto const no = b < a;
    CHECK(text::any(yes));
    CHECK_FALSE(text::any(no));
    CHECK(text::any(text::truth<V>(true)));
    CHECK_FALSE(text::any(text::truth<V>(false)));
    CHECK_FALSE(text::any(text::both(yes, no)));
    CHECK(text::any(text::either(yes, no)));
    CHECK(text::any(text::negate(no)));
    V const empty = 0.0f - V{};
    V const word = text::with_bit(text::with_bit(empty, yes, 23), no, 2);
    CHECK(text::any(text::bit(word, 23)));
    CHECK_FALSE(text::any(text::bit(word, 2)));
    CHECK(text::any(text::differ(word, empty)));
    CHECK_FALSE(text::any(text::differ(word, word)));
    CHECK(text::any(text::bit(text::flip_first_difference(empty, word), 23)));
}

TEST_CASE_TEMPLATE("one lane is enough for any", R, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(R::width); ++i) {
        R x(0);
        x.set(i, 1);
        CHECK(text::any(x.v == 1.0f));
    }
}

TEST_CASE("rows of numbers are rows of what is inside them") {
    float numbers[2] = {1, 2};
    CHECK(text::rows(std::span<float>(numbers))[1] == 2.0f);
    ls::lanes<8> rows[2] = {ls::lanes<8>(1), ls::lanes<8>(2)};
    CHECK(ls::lanes<8>(text::rows(std::span<ls::lanes<8>>(rows))[1])[7] == 2.0f);
}
