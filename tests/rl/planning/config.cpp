// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/config.hpp>

#include <cstddef>
#include <limits>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/rl/planning/cem_config.hpp>
#include <lockstep/rl/planning/mppi_config.hpp>
#include <tests/support/refusal.hpp>

namespace ls = lockstep;

namespace {
template <class Config>
std::string refusal(Config const& config) {
    return support::refusal([&] { check(config); });
}
}  // namespace

TEST_CASE("what no planner can do is refused with its name") {
    CHECK(refusal(ls::mppi_config{}) == "accepted");
    CHECK(refusal(ls::mppi_config{.candidates = 0}) == "lockstep: mppi_config.candidates is 0, not a positive multiple of 16");
    CHECK(refusal(ls::mppi_config{.candidates = 40}) == "lockstep: mppi_config.candidates is 40, not a positive multiple of 16");
    CHECK(refusal(ls::mppi_config{.candidates = 1 << 21}) == "lockstep: mppi_config.candidates is 2097152, above 1048576");
    CHECK(refusal(ls::mppi_config{.horizon = 0}) == "lockstep: mppi_config.horizon is 0");
    CHECK(refusal(ls::mppi_config{.horizon = 5000}) == "lockstep: mppi_config.horizon is 5000, above 4096");
    CHECK(refusal(ls::cem_config{.iterations = 0}) == "lockstep: cem_config.iterations is 0");
    CHECK(refusal(ls::mppi_config{.noise = 0}) == "lockstep: mppi_config.noise is 0, not above 0");
    CHECK(refusal(ls::mppi_config{.noise_color = -1}) == "lockstep: mppi_config.noise_color is -1, not in [0, 8]");
    CHECK(refusal(ls::mppi_config{.discount = 1.5f}) == "lockstep: mppi_config.discount is 1.5, not in [0, 1]");
    CHECK(refusal(ls::mppi_config{.discount = std::numeric_limits<float>::quiet_NaN()}) ==
          "lockstep: mppi_config.discount is nan, not above 0");
}

TEST_CASE("each member is visited by its name, and only by the method that has it") {
    std::set<std::string> mppi, cem;
    ls::mppi_config a;
    ls::cem_config b;
    for_each_member(a, [&](char const* name, auto&) { mppi.insert(name); });
    for_each_member(b, [&](char const* name, auto&) { cem.insert(name); });
    CHECK(mppi == std::set<std::string>{"candidates", "discount", "horizon", "iterations", "noise", "noise_color",
                                        "relative_temperature", "seed", "temperature"});
    CHECK(cem == std::set<std::string>{"candidates", "discount", "elites", "horizon", "iterations", "kept_elites", "min_noise",
                                       "momentum", "noise", "noise_color", "seed"});
}
