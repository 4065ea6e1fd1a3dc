// SPDX-License-Identifier: MIT
// What it is for, short messages, is tested by tests/compile_fail.
#include <concepts>

#include <doctest/doctest.h>

#include <lockstep/core/holds.hpp>

TEST_CASE("a condition stays what it is") {
    static_assert(lockstep::holds(std::same_as<int, int>));
    static_assert(!lockstep::holds(std::same_as<int, float>));
    constexpr bool again = lockstep::holds(true);
    CHECK(again);
}
