// SPDX-License-Identifier: MIT
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

#include <lockstep/rl/off_policy/sac/config.hpp>
#include <lockstep/rl/off_policy/sizes.hpp>

namespace ls = lockstep;

namespace {
std::string refusal(ls::sac_config const& config) {
    return support::refusal([&] { ls::check(ls::with_sizes(config)); });
}
}  // namespace

TEST_CASE("the defaults work") {
    CHECK(refusal({}) == "accepted");
}

TEST_CASE("what cannot work is refused in a sentence that names it") {
    CHECK(refusal({.environments = 0}).find("lockstep: sac_config.environments is 0") == 0);
    CHECK(refusal({.initial_temperature = std::numeric_limits<float>::quiet_NaN()}).find("initial_temperature is nan") !=
          std::string::npos);
    CHECK(refusal({.temperature_learning_rate = -1}).find("temperature_learning_rate is -1") != std::string::npos);
    CHECK(refusal({.target_entropy = std::numeric_limits<float>::infinity()}).find("target_entropy is inf") != std::string::npos);
}
