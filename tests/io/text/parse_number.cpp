// SPDX-License-Identifier: MIT
#include <lockstep/io/text/parse_number.hpp>

#include <cmath>
#include <cstdint>
#include <string>

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

TEST_CASE("strtod reads the same numbers as from_chars") {
    auto const agrees = [](auto value) {
        using number = decltype(value);
        for (std::string const text :
             {"0",      "-0",  "1",    "-1.5e3",   ".5",  "5.", "1e10", "1E-5", "3.4028235e38", "1e39", "1e308", "1e309",
              "1e-40",  "1e-46", "5e-324", "1e-400", "0.1", "inf", "-inf", "infinity", "nan", "", "-", "+1",
              " 1",     "1 ",  "1,5",  "0x10",     "1e",  "e5", "1.2.3", "--1",  "1f",           "one"}) {
            number exact = 0, read = 0;
            bool const is_number = ls::parse_number(text, exact);
            CHECK_MESSAGE(ls::detail::parse_by_strtod(text, read) == is_number, text);
            if (is_number) {
                CHECK_MESSAGE(std::isnan(exact) == std::isnan(read), text);
                CHECK_MESSAGE((std::isnan(exact) || exact == read), text);
                CHECK_MESSAGE((std::isnan(exact) || std::signbit(exact) == std::signbit(read)), text);
            }
        }
    };
    agrees(0.0f);
    agrees(0.0);
}
