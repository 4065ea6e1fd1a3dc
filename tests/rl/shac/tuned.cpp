// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/tuned.hpp>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("every configuration works, and other steps change nothing else") {
    for (auto const& entry : ls::tuned_shac) {
        CAPTURE(entry.environment);
        CHECK_NOTHROW(check(entry.config));
        auto const longer = ls::with_steps(entry.config, 20'000'000);
        CHECK(longer.steps == 20'000'000);
        CHECK(longer.replay_updates == entry.config.replay_updates);
    }
}
