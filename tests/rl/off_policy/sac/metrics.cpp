// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/sac/metrics.hpp>

#include <cmath>

#include <doctest/doctest.h>

#include <tests/support/columns.hpp>

namespace ls = lockstep;

TEST_CASE("every member of the metrics is one column, in order") {
    ls::sac_metrics m{};
    m.iteration = 1;
    m.temperature = 16;
    support::check_columns(m, 1, 16);
}

TEST_CASE("entropy and losses are means over updates, the temperature is the last one") {
    ls::sac_progress progress{};
    progress.critic_loss[0] = 2, progress.critic_loss[1] = 6;
    progress.log_prob = 1;
    progress.temperature = 0.5f;
    ls::sac_metrics m{};
    ls::describe(progress, 4, 2, m);
    CHECK(m.critic_loss == 1);
    CHECK(m.entropy == -0.5);
    CHECK(m.temperature == 0.5);
    ls::describe(progress, 1, 0, m);
    CHECK(std::isnan(m.entropy));
    CHECK(m.critic_loss == 4);
}
