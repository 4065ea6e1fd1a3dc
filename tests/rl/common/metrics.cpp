// SPDX-License-Identifier: MIT
#include <lockstep/rl/common/metrics.hpp>

#include <doctest/doctest.h>

#include <tests/support/columns.hpp>

namespace ls = lockstep;

TEST_CASE("every member of the metrics is one column, in order") {
    ls::ppo_metrics m{};
    m.iteration = 1;
    m.learning_rate = 16;
    support::check_columns(m, 1, 16);
}
