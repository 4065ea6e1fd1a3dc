// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/mppi_config.hpp>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

namespace ls = lockstep;

TEST_CASE("a temperature that is not above 0 is refused") {
    CHECK(support::refusal([] { check(ls::mppi_config{}); }) == "accepted");
    CHECK(support::refusal([] { check(ls::mppi_config{.temperature = 0.0f}); }) ==
          "lockstep: mppi_config.temperature is 0, not above 0");
}
