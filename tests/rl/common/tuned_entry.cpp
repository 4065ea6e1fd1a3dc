// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/tuned_entry.hpp>

#include <cstddef>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("an entry is a constant, with a name and any configuration") {
    struct config {
        std::size_t steps;
    };
    static constexpr ls::tuned_entry<config> entry{"hopper", {.steps = 3}};
    static_assert(entry.environment == "hopper" && entry.config.steps == 3);
    CHECK(entry.config.steps == 3);
    static_assert(ls::with_steps(entry.config, 7).steps == 7);
}
