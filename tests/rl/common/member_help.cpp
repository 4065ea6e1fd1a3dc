// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <lockstep/io/running_costs.hpp>
#include <lockstep/io/search.hpp>
#include <lockstep/rl/common/member_help.hpp>
#include <lockstep/rl/evolution/ars_config.hpp>
#include <lockstep/rl/evolution/evolution_strategies_config.hpp>
#include <lockstep/rl/off_policy/crossq_config.hpp>
#include <lockstep/rl/off_policy/sac/config.hpp>
#include <lockstep/rl/off_policy/td3/config.hpp>
#include <lockstep/rl/planning/cem_config.hpp>
#include <lockstep/rl/planning/mppi_config.hpp>
#include <lockstep/rl/planning/shooting_config.hpp>
#include <lockstep/rl/ppo/config.hpp>
#include <lockstep/rl/shac/config.hpp>

namespace ls = lockstep;

TEST_CASE("a text is found by its member") {
    constexpr ls::member_help known[] = {{"steps", "how many"}, {"rate", "how fast"}};
    CHECK(ls::find_help(known, "rate") == "how fast");
    CHECK(ls::find_help(known, "rat").empty());
    CHECK(ls::find_help({}, "rate").empty());
}

TEST_CASE_TEMPLATE("each member of a configuration is explained", Config, ls::ppo_config, ls::sac_config, ls::td3_config,
                   ls::crossq_config, ls::ars_config, ls::evolution_strategies_config, ls::shac_config, ls::mppi_config,
                   ls::cem_config, ls::shooting_config, ls::prices, ls::search_config) {
    Config const config{};
    std::size_t members = 0;
    for_each_member(config, [&](std::string const& member, auto const&) {
        CAPTURE(member);
        std::string_view const text = help_of(config, member);
        CHECK(text.size() > 4);
        CHECK(std::ranges::count(text, '\n') == 0);
        ++members;
    });
    CHECK(members > 1);
    CHECK(help_of(config, "unknown").empty());
}
