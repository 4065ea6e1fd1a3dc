// SPDX-License-Identifier: MIT
// What the kernels of an update compute is compared with plain loops in sac_update.cpp and td3_update.cpp.
#include <lockstep/rl/off_policy/kernels.hpp>

#include <array>
#include <cstddef>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/rl/off_policy/td3/update.hpp>

namespace ls = lockstep;

using update = ls::td3_update<ls::td3_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 32, 16>>>;

TEST_CASE("an iteration begins with an empty report") {
    support::update_setting<update> s({.environments = 32, .capacity = 2000, .batch = 100});
    s.progress.policy_loss = 3;
    s.progress.critic_loss[1] = 4;
    using R = ls::native_lanes;
    std::array<ls::rollout_sums<R>, 2> sums;
    sums.fill({R(1), R(2), R(3), R(4)});
    ls::off_policy_begin_iteration<update>{s.kernel(1), sums.size(), sums.data()}(0);
    CHECK(s.progress.policy_loss == 0);
    CHECK(s.progress.critic_loss[1] == 0);
    for (auto const& pack : sums) {
        for (std::size_t lane = 0; lane < R::width; ++lane) {
            CHECK(pack.episodes[lane] + pack.episode_return[lane] + pack.episode_length[lane] + pack.nonfinite[lane] == 0);
        }
    }
}
