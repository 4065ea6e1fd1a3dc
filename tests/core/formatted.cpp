// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/formatted.hpp>

namespace ls = lockstep;

TEST_CASE("text is what printf would write, however long") {
    CHECK(ls::formatted("%s", "") == "");
    CHECK(ls::formatted("%d of %s, %.3g", 3, "many", 0.12345) == "3 of many, 0.123");
    std::string const words(10'000, 'x');
    CHECK(ls::formatted("<%s>", words.c_str()) == '<' + words + '>');
}
