// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/annealed.hpp>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a number goes along a straight line from its first value to its last, and stays there") {
    CHECK(ls::annealed(2.0f, 1.0f, 0, 1000) == 2.0f);
    CHECK(ls::annealed(2.0f, 1.0f, 250, 1000) == 1.75f);
    CHECK(ls::annealed(2.0f, 1.0f, 1000, 1000) == 1.0f);
    CHECK(ls::annealed(2.0f, 1.0f, 1500, 1000) == 1.0f);  // the last iteration may lead beyond the end
    CHECK(ls::annealed(0.5f, 1.0f, 500, 1000) == 0.75f);
}

TEST_CASE("a number whose first and last values are the same keeps its bits") {
    for (std::size_t steps = 0; steps <= 1000; steps += 100) {
        CHECK(ls::annealed(3e-4f, 3e-4f, steps, 1000) == 3e-4f);
    }
}
