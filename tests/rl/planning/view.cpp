// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/view.hpp>

#include <doctest/doctest.h>

#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace ls = lockstep;

TEST_CASE("a view lies alike in the memory of the host and in a kernel's text") {
    using hosted = ls::planning_view<ls::hosted_world>;
    using written = ls::planning_view<ls::text_world>;
    CHECK(sizeof(hosted) == sizeof(written));
    CHECK(alignof(hosted) == alignof(written));
}
