// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/config.hpp>

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/rl/evolution/ars_config.hpp>
#include <lockstep/rl/evolution/evolution_strategies_config.hpp>
#include <tests/support/refusal.hpp>

namespace ls = lockstep;

namespace {
template <class Config>
concept sets_step_size = requires { Config{.step_size = 0.1f}; };
template <class Config>
concept sets_weight_decay = requires { Config{.weight_decay = 0.1f}; };
static_assert(sets_step_size<ls::ars_config> && !sets_step_size<ls::evolution_strategies_config>);
static_assert(!sets_weight_decay<ls::ars_config> && sets_weight_decay<ls::evolution_strategies_config>);

std::vector<std::string> names(auto const& config) {
    std::vector<std::string> result;
    for_each_member(config, [&](char const* name, auto const&) { result.emplace_back(name); });
    return result;
}
}  // namespace

TEST_CASE("a configuration names the members of its own method only") {
    CHECK(names(ls::ars_config{}) == std::vector<std::string>{"directions", "steps", "seed", "noise", "top_directions",
                                                              "step_size", "normalize_observations", "survival_bonus"});
    CHECK(names(ls::evolution_strategies_config{}) ==
          std::vector<std::string>{"directions", "steps", "seed", "noise", "learning_rate", "weight_decay",
                                   "normalize_observations", "survival_bonus"});
}

TEST_CASE("what no method can work with is refused in a sentence that names it") {
    auto const refused = [](ls::ars_config const& config) { return support::refusal([&] { ls::check(config); }); };
    CHECK(refused({.directions = 20}) == "lockstep: ars_config.directions is 20, not a positive multiple of 16");
    CHECK(refused({.directions = 1u << 21}) == "lockstep: ars_config.directions is 2097152, above 1048576");
    CHECK(refused({.steps = 0}) == "lockstep: ars_config.steps is 0");
    CHECK(refused({.noise = 0}) == "lockstep: ars_config.noise is 0, not above 0");
}
