// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/config_check.hpp>

#include <cstddef>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("a member that cannot work is refused with its name, its value and what it must be") {
    ls::config_check const must{"some_config"};
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    CHECK_THROWS_WITH_AS(must.at_most("steps", 8, 7), "lockstep: some_config.steps is 8, above 7", std::invalid_argument);
    CHECK_THROWS_WITH_AS(must.above_zero("steps", 0), "lockstep: some_config.steps is 0", std::invalid_argument);
    CHECK_THROWS_WITH_AS(must.multiple("batch", 24, 16),
                         "lockstep: some_config.batch is 24, not a positive multiple of 16",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(must.multiple("batch", 0, 16),
                         "lockstep: some_config.batch is 0, not a positive multiple of 16",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(must.environments(12),
                         "lockstep: some_config.environments is 12, not a positive multiple of 16, nor 1, 2, 4 or 8",
                         std::invalid_argument);
    CHECK_THROWS_AS(must.environments(0), std::invalid_argument);
    CHECK_THROWS_WITH_AS(must.fraction("discount", 1.5f), "lockstep: some_config.discount is 1.5, not in [0, 1]",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(must.fraction("discount", nan), "lockstep: some_config.discount is nan, not in [0, 1]",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(must.positive("rate", 0), "lockstep: some_config.rate is 0, not above 0", std::invalid_argument);
    CHECK_THROWS_WITH_AS(must.positive("rate", infinity), "lockstep: some_config.rate is inf, not above 0",
                         std::invalid_argument);
    CHECK_THROWS_AS(must.positive("rate", nan), std::invalid_argument);
}

TEST_CASE("what works passes, the bounds too") {
    for (std::size_t const environments : {1, 2, 4, 8, 16, 48}) {
        CHECK_NOTHROW(ls::config_check{"some_config"}.environments(environments));
    }
    ls::config_check const must{"some_config"};
    must.above_zero("steps", 1);
    must.at_most("steps", 7, 7);
    must.multiple("batch", 32, 16);
    must.fraction("discount", 0);
    must.fraction("discount", 1);
    must.within("deviation", -20, -20, 20);
    CHECK_NOTHROW(must.positive("rate", 1e-30f));
}
