// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/rollout_sums.hpp>

#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("an episode counts where it ends and is whole, and one that breaks always") {
    struct {
        bool terminated, truncated, nonfinite;
        double episode_return, episode_length;
    } outcome{true, false, false, -3, 7};
    ls::rollout_sums<double> sums{};
    sums.add(outcome, 0.0);
    CHECK(sums.episodes == 0);
    sums.add(outcome, 1.0);
    outcome = {false, true, true, -5, 9};
    sums.add(outcome, 1.0);
    outcome = {false, false, false, 100, 100};
    sums.add(outcome, 1.0);
    CHECK(sums.episodes == 2);
    CHECK(sums.episode_return == -8);
    CHECK(sums.episode_length == 16);
    CHECK(sums.nonfinite == 1);
}

TEST_CASE("a total is over all packs and lanes") {
    using R = ls::native_lanes;
    std::vector<ls::rollout_sums<R>> const sums = {{R(1), R(10), R(5), R(0)}, {R(3), R(50), R(7), R(1)}};
    auto const all = ls::total(sums.data(), 2);
    CHECK(all.episodes == 4 * ls::native_width);
    CHECK(all.episode_return == 60 * ls::native_width);
    CHECK(all.episode_length == 12 * ls::native_width);
    CHECK(all.nonfinite == ls::native_width);
}
