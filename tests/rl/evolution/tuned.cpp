// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/tuned.hpp>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("every configuration works, and other steps change nothing else") {
    for (auto const& entry : ls::tuned_ars) {
        CAPTURE(entry.environment);
        CHECK_NOTHROW(check(entry.config));
        auto const longer = ls::with_steps(entry.config, 20'000'000);
        CHECK(longer.steps == 20'000'000);
        CHECK(longer.directions == entry.config.directions);
        CHECK(longer.step_size == entry.config.step_size);
    }
}
