// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/rl/ppo/sample.hpp>

namespace ls = lockstep;

TEST_CASE("a sample is packs of lanes and nothing else") {
    using R = ls::native_lanes;
    ls::sample<R, 17, 6> s{};
    auto const packs = ls::numbers_of<R>(s);
    CHECK(packs.size() == 17 + 6 + 8);
    packs[17] = R(2);
    CHECK(s.action[0][0] == 2);
}
