// SPDX-License-Identifier: MIT
#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

#include <lockstep/io/text/parse_number.hpp>
#include <lockstep/io/text/show_number.hpp>

namespace ls = lockstep;

TEST_CASE("a number is spelt as shortly as its bits allow") {
    CHECK(ls::show_number(0.1f) == "0.1");
    CHECK(ls::show_number(0.1) == "0.1");
    CHECK(ls::show_number(-2.0) == "-2");
    CHECK(ls::show_number(1e30) == "1e+30");
    CHECK(ls::show_number(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
}

TEST_CASE("what is spelt is read again with the same bits") {
    for (double const number : {1.0 / 3, std::numeric_limits<double>::denorm_min(), -std::numeric_limits<double>::max()}) {
        double again = 0;
        CHECK(ls::parse_number(ls::show_number(number), again));
        CHECK(again == number);
    }
}
