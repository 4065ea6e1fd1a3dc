// SPDX-License-Identifier: MIT
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

#include <lockstep/rl/off_policy/sizes.hpp>
#include <lockstep/rl/off_policy/td3/config.hpp>

namespace ls = lockstep;

namespace {
std::string refusal(ls::td3_config const& config) {
    return support::refusal([&] { ls::check(ls::with_sizes(config)); });
}
}  // namespace

TEST_CASE("the defaults work") {
    CHECK(refusal({}) == "accepted");
}

TEST_CASE("what cannot work is refused in a sentence that names it") {
    CHECK(refusal({.environments = 0}).find("lockstep: td3_config.environments is 0") == 0);
    CHECK(refusal({.exploration_noise = -1}).find("exploration_noise is -1") != std::string::npos);
    CHECK(refusal({.target_noise = std::numeric_limits<float>::quiet_NaN()}).find("target_noise is nan") != std::string::npos);
    CHECK(refusal({.target_noise_clip = -0.5f}).find("target_noise_clip is -0.5") != std::string::npos);
}
