// SPDX-License-Identifier: MIT
// What both methods make of an update is compared with plain loops in sac_update.cpp and td3_update.cpp.
#include <lockstep/rl/off_policy_critics.hpp>

#include <doctest/doctest.h>

#include "../support/off_policy.hpp"

#include <lockstep/rl/td3_update.hpp>

namespace ls = lockstep;

using update = ls::td3_update<ls::td3_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 16>>>;

TEST_CASE("the sums of an iteration are means over the minibatch") {
    support::update_setting<update> s({.environments = 32, .capacity = 2000, .batch = 100});
    s.run(1);
    CHECK(s.progress.critic_loss[0] > 0);
    CHECK(s.progress.value[0] != s.progress.value[1]);
    auto const loss = s.progress.critic_loss[1];
    s.run(2);
    CHECK(s.progress.critic_loss[1] > loss);
    s.kernel(3).begin_iteration();
    CHECK(s.progress.critic_loss[1] == 0);
}
