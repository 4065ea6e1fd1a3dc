// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/vector.hpp>
#include <lockstep/rl/ppo/progress.hpp>

namespace ls = lockstep;

TEST_CASE("clearing progress leaves no number of an iteration before") {
    ls::ppo_progress<double> progress{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    progress.clear();
    auto const& [stopped, policy_stopped, mean, scale, minibatches, policy_minibatches, nonfinite, policy_loss, value_loss, kl,
                 clipped, entropy] = progress;
    for (auto const count : {stopped, policy_stopped, minibatches, policy_minibatches, nonfinite}) {
        CHECK(count == 0);
    }
    for (double const number : {mean, scale, policy_loss, value_loss, kl, clipped, entropy}) {
        CHECK(number == 0);
    }
}
