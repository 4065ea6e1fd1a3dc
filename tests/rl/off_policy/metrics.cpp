// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/metrics.hpp>

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include <tests/support/columns.hpp>

namespace ls = lockstep;

TEST_CASE("every member of the metrics is one column, in order") {
    ls::off_policy_metrics m{};
    m.iteration = 1;
    m.policy_loss = 16;
    support::check_columns(m, 1, 16);
}

TEST_CASE("a summary adds up packs, and metrics are means over updates") {
    using R = ls::native_lanes;
    std::vector<ls::rollout_sums<R>> const sums = {{R(1), R(10), R(5), R(0)}, {R(3), R(50), R(7), R(1)}};
    ls::off_policy_progress progress{};
    progress.critic_loss[0] = 2, progress.critic_loss[1] = 6;
    progress.value[0] = -3, progress.value[1] = -5;
    progress.policy_loss = 4;
    ls::off_policy_summary<ls::basic_off_policy_progress> summary{};
    ls::off_policy_summarize<ls::basic_off_policy_progress, ls::native_world> const summarize{
        .packs = 2, .sums = sums.data(), .progress = &progress, .summary = &summary};
    summarize(0);
    CHECK(summary.ended.episodes == 4 * ls::native_width);

    ls::off_policy_metrics m{};
    ls::describe(summary.progress, 4, 2, m);
    CHECK(m.critic_loss == 1);
    CHECK(m.value == -1);
    CHECK(m.policy_loss == 2);
    ls::describe(summary.progress, 0, 0, m);
    CHECK(std::isnan(m.critic_loss));
    CHECK(std::isnan(m.value));
    CHECK(std::isnan(m.policy_loss));
}
