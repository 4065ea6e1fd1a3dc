// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/evolution_strategies_config.hpp>

#include <string>

#include <doctest/doctest.h>

#include <tests/support/refusal.hpp>

namespace ls = lockstep;

TEST_CASE("of OpenAI's evolution strategies, what cannot work is refused in a sentence that names it") {
    auto const refused = [](ls::evolution_strategies_config const& config) {
        return support::refusal([&] { ls::check(config); });
    };
    CHECK(refused({}) == "accepted");
    CHECK(refused({.learning_rate = 0}) == "lockstep: evolution_strategies_config.learning_rate is 0, not above 0");
    CHECK(refused({.weight_decay = 0}) == "accepted");
    CHECK(refused({.weight_decay = -1}).find("evolution_strategies_config.weight_decay is -1") != std::string::npos);
}
