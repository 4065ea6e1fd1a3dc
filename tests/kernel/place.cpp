// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/kernel/place.hpp>

namespace ls = lockstep;

TEST_CASE("a place is an expression of each lane that nothing can be written to, unless more is said") {
    ls::kernel_place const sum{.text = "(a + b)"};
    CHECK(sum.over == ls::spread::lane);
    CHECK(sum.variable < 0);
    CHECK(sum.address.empty());
    CHECK(!sum.is_own_lane);
}
