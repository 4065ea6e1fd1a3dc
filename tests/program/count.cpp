// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/program/count.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
using ls::recorded;

TEST_CASE("operations are counted by where they stand") {
    ls::program const p = ls::record(3, [](std::span<recorded> x) {
        x[0] = x[0] * x[1] + recorded(2);  // straight: 1, fused
        ls::when(
            ls::any(x[0] < x[1]), [&] { x[1] = ls::sqrt(x[1]) / x[2]; }, x);  // straight: 1, region: 2
        ls::repeat_until(
            5, [&] { return !ls::any(x[0] < x[1]); },
            [&] {                       // loop: 1
            x[0] = x[0] + recorded(1);  // loop: 1
            ls::when(
                ls::any(x[0] < x[2]), [&] { x[0] = x[0] * x[0] * x[0]; }, x);  // loop: 1, region inside: 2
            },
            x);
    });
    ls::operation_count const count = ls::count_operations(p);
    CHECK(count.straight == 2);
    CHECK(count.region == 2);
    CHECK(count.loop == 3);
    CHECK(count.loop_region == 2);
    CHECK(count.regions == 2);
    CHECK(count.loops == 1);
    CHECK(count.total() == 9);
}
