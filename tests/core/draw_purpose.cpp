// SPDX-License-Identifier: MIT
#include <lockstep/core/draw_purpose.hpp>

#include <lockstep/core/random.hpp>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a stream draws other numbers for another purpose, and those of a reset unless told") {
    auto const first = [](auto... purpose) { return ls::random<float>(1, 2, 3, purpose...).bits(); };
    CHECK(first() == first(ls::draw_purpose::reset));
    CHECK(first(ls::draw_purpose::reset) != first(ls::draw_purpose::action));
    CHECK(first(ls::draw_purpose::action) != first(ls::draw_purpose::first_episode));
    CHECK(first(ls::draw_purpose::replay) != first(ls::draw_purpose::next_action));
    CHECK(first(ls::draw_purpose::next_action) != first(ls::draw_purpose::policy_action));
    CHECK(first(ls::draw_purpose::replay) != first(ls::draw_purpose::weights));
    CHECK(first(ls::draw_purpose::order) != first(ls::draw_purpose::planning_seed));
    CHECK(first(ls::draw_purpose::planning_seed) != first(ls::draw_purpose::evolution_seed));
}
