// SPDX-License-Identifier: MIT
#include <lockstep/io/text/parse_number.hpp>

#include <cmath>
#include <cstdint>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a number is read if it is all that the text has") {
    double x = 0;
    CHECK(ls::parse_number("-1.5e3", x));
    CHECK(x == -1500);
    CHECK(ls::parse_number("nan", x));
    CHECK(std::isnan(x));
    std::uint64_t n = 0;
    CHECK(ls::parse_number("18446744073709551615", n));
    CHECK(n == ~std::uint64_t(0));
}

TEST_CASE("what is no number, more than one or out of range is refused") {
    double x = 0;
    for (char const* text : {"", "one", "1 ", " 1", "1,2", "1e999", "0x10"}) {
        CHECK_FALSE(ls::parse_number(text, x));
    }
    std::uint8_t n = 0;
    for (char const* text : {"256", "-1", "1.5"}) {
        CHECK_FALSE(ls::parse_number(text, n));
    }
}
