// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac_metrics.hpp>

#include <cmath>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("every member of the metrics is one column, in order") {
    ls::sac_metrics m{};
    m.iteration = 1;
    m.temperature = 16;
    std::set<std::string> names;
    double first = 0, last = 0;
    std::size_t bytes = 0;
    for_each_column(m, [&](std::string_view name, auto value) {
        first = names.empty() ? static_cast<double>(value) : first;
        last = static_cast<double>(value);
        names.insert(std::string(name));
        bytes += sizeof(value);
    });
    CHECK(first == 1);
    CHECK(last == 16);
    CHECK(bytes == sizeof(ls::sac_metrics));
    CHECK(names.size() == sizeof(ls::sac_metrics) / 8);
}

TEST_CASE("a summary adds up rows and lanes, and metrics are means over episodes and updates") {
    using R = ls::native_lanes;
    std::vector<ls::rollout_sums<R>> const sums = {{R(1), R(10), R(5), R(0)}, {R(3), R(50), R(7), R(1)}};
    ls::sac_progress const progress{.critic_loss = {2, 6}, .value = {-3, -5}, .log_prob = 1, .policy_loss = 4, .temperature = 0.5f};
    ls::sac_summary summary{};
    ls::sac_summarize{.rows = 2, .sums = sums.data(), .progress = &progress, .summary = &summary}(0);
    CHECK(summary.nonfinite == ls::native_width);

    ls::sac_metrics m{};
    ls::describe(summary, 4, 2, m);
    CHECK(m.episodes == 4 * ls::native_width);
    CHECK(m.episode_return == 15);
    CHECK(m.episode_length == 3);
    CHECK(m.critic_loss == 1);
    CHECK(m.value == -1);
    CHECK(m.policy_loss == 2);
    CHECK(m.entropy == -0.5);
    CHECK(m.temperature == 0.5);

    summary.episodes = 0;
    ls::describe(summary, 0, 0, m);
    CHECK(std::isnan(m.episode_return));
    CHECK(std::isnan(m.critic_loss));
    CHECK(std::isnan(m.entropy));
}
