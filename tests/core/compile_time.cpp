// SPDX-License-Identifier: MIT
#include <cmath>

#include <doctest/doctest.h>

#include <lockstep/core/compile_time.hpp>

namespace ls = lockstep;

static_assert(ls::compile_time::sqrt(2.25) == 1.5);
static_assert(ls::compile_time::sin(0) == 0);

TEST_CASE("what the compiler computes is what the library computes") {
    for (double x = -99.9; x < 100; x += 0.0137) {
        CHECK(std::abs(ls::compile_time::sin(x) - std::sin(x)) < 2e-15);
        CHECK(std::abs(ls::compile_time::cos(x) - std::cos(x)) < 2e-15);
    }
    for (double x = 1e-12; x < 1e12; x *= 1.37) {
        CHECK(std::abs(ls::compile_time::sqrt(x) - std::sqrt(x)) <= 3e-16 * std::sqrt(x));
    }
    CHECK(ls::compile_time::sqrt(0) == 0);
}
