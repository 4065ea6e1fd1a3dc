// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/cem_config.hpp>

#include <cstddef>
#include <string>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

namespace ls = lockstep;

namespace {
std::string refusal(ls::cem_config const& config) {
    return support::refusal([&] { check(config); });
}
}  // namespace

TEST_CASE("elites that cannot be, and noise that cannot shrink, are refused by name") {
    CHECK(refusal({}) == "accepted");
    CHECK(refusal({.candidates = 16, .elites = 16, .kept_elites = 0}) == "accepted");
    CHECK(refusal({.elites = 0}) == "lockstep: cem_config.elites is 0");
    CHECK(refusal({.candidates = 32, .elites = 33}) ==
          "lockstep: cem_config.elites is 33, above candidates, which is 32");
    CHECK(refusal({.elites = 8, .kept_elites = 9}) ==
          "lockstep: cem_config.kept_elites is 9, above elites, which is 8");
    CHECK(refusal({.min_noise = 0.0f}) == "lockstep: cem_config.min_noise is 0, not above 0");
    CHECK(refusal({.noise = 0.25f, .min_noise = 0.5f}) ==
          "lockstep: cem_config.min_noise is 0.500000, above noise, which is 0.250000");
    CHECK(refusal({.momentum = 1.0f}) == "lockstep: cem_config.momentum is 1, not in [0, 0.999]");
}
