// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/first_episodes.hpp>

#include <cmath>
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <tests/archetype/environment.hpp>

namespace ls = lockstep;

namespace {

using env = archetype::environment;  // five steps an episode
using R = ls::native_lanes;
constexpr std::size_t width = ls::native_width;

}  // namespace

TEST_CASE("staggered episodes begin at random steps, others at their first") {
    ls::environment_pack<env, R> together, staggered;
    ls::begin_episodes(env{}, together, 9, 0, false);
    ls::begin_episodes(env{}, staggered, 9, 0, true);
    float sum = 0;
    for (std::size_t l = 0; l < width; ++l) {
        CHECK(together.length[l] == 0);
        CHECK(staggered.length[l] >= 0);
        CHECK(staggered.length[l] < 5);
        CHECK(staggered.length[l] == std::floor(staggered.length[l]));
        sum += staggered.length[l];
    }
    CHECK(sum > 0);
}

TEST_CASE("an episode is whole unless it is the first and was staggered") {
    ls::environment_pack<env, R> running;
    ls::begin_episodes(env{}, running, 9, 0, true);
    CHECK(ls::is_complete_episode(running, true)[0] == 0);
    CHECK(ls::is_complete_episode(running, false)[0] == 1);
    running.episode = R(1);
    CHECK(ls::is_complete_episode(running, true)[0] == 1);
}
