// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/shooting_config.hpp>

#include <string>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

namespace ls = lockstep;

namespace {
std::string refusal(ls::shooting_config const& config) {
    return support::refusal([&] { check(config); });
}
}  // namespace

TEST_CASE("what cannot be shot at is refused with its name") {
    CHECK(refusal({}) == "accepted");
    CHECK(refusal({.starts = 24}) == "lockstep: shooting_config.starts is 24, not a positive multiple of 16");
    CHECK(refusal({.horizon = 0}) == "lockstep: shooting_config.horizon is 0");
    CHECK(refusal({.evaluations = 0}) == "lockstep: shooting_config.evaluations is 0");
    CHECK(refusal({.memory = 0}) == "lockstep: shooting_config.memory is 0");
    CHECK(refusal({.noise = -1}) == "lockstep: shooting_config.noise is -1, not in [0, 10]");
    CHECK(refusal({.noise_color = 9}) == "lockstep: shooting_config.noise_color is 9, not in [0, 8]");
    CHECK(refusal({.discount = 0}) == "lockstep: shooting_config.discount is 0, not above 0");
}

TEST_CASE("each member is visited by its name") {
    ls::shooting_config config;
    std::string names;
    for_each_member(config, [&](char const* name, auto&) { names += std::string(name) + ' '; });
    CHECK(names == "starts horizon evaluations memory seed noise noise_color discount ");
}
