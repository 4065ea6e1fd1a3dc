// SPDX-License-Identifier: MIT
#include <limits>

#include <doctest/doctest.h>

#include <lockstep/io/text/quantity.hpp>

namespace ls = lockstep;

TEST_CASE("quantities have three digits and a letter") {
    CHECK(ls::quantity(0) == "0");
    CHECK(ls::quantity(-285.2) == "-285");
    CHECK(ls::quantity(0.01234) == "0.0123");
    CHECK(ls::quantity(999.4) == "999");
    CHECK(ls::quantity(999.5) == "1 k");
    CHECK(ls::quantity(1'234'567) == "1.23 M");
    CHECK(ls::quantity(999'999) == "1 M");
    CHECK(ls::quantity(2.5e9) == "2.5 G");
    CHECK(ls::quantity(std::numeric_limits<double>::quiet_NaN()) == "-");
}

TEST_CASE("a unit stands after the letter") {
    CHECK(ls::quantity(999, "J") == "999 J");
    CHECK(ls::quantity(1020, "J") == "1.02 kJ");
}

TEST_CASE("durations are in the units of a clock") {
    CHECK(ls::duration(0) == "0 s");
    CHECK(ls::duration(11.2) == "12 s");
    CHECK(ls::duration(59.5) == "1 min 0 s");
    CHECK(ls::duration(260) == "4 min 20 s");
    CHECK(ls::duration(7500) == "2 h 5 min");
    CHECK(ls::duration(std::numeric_limits<double>::infinity()) == "-");
    CHECK(ls::duration(std::numeric_limits<double>::quiet_NaN()) == "-");
    CHECK(ls::duration(1e15) == "277777777777 h 46 min");
    CHECK(ls::duration(1e30) == "-");
}
