// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/ars_config.hpp>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

namespace ls = lockstep;

TEST_CASE("of augmented random search, what cannot work is refused in a sentence that names it") {
    auto const refused = [](ls::ars_config const& config) { return support::refusal([&] { ls::check(config); }); };
    CHECK(refused({}) == "accepted");
    CHECK(refused({.top_directions = 0}) == "accepted");
    CHECK(refused({.directions = 32, .top_directions = 33}) ==
          "lockstep: ars_config.top_directions is 33, above directions, which is 32");
    CHECK(refused({.step_size = -1}) == "lockstep: ars_config.step_size is -1, not above 0");
}
