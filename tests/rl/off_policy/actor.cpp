// SPDX-License-Identifier: MIT
// What both methods make of an update is compared with plain loops in sac_update.cpp and td3_update.cpp.
#include <lockstep/rl/off_policy/actor.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/rl/off_policy/td3/update.hpp>

namespace ls = lockstep;

using update = ls::td3_update<ls::td3_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 32, 16>>>;

TEST_CASE("the halves of the actor's rows are its whole gradient") {
    support::update_setting<update> s({.environments = 32, .capacity = 2000, .batch = 100, .actor_delay = 1});
    s.run(1);
    using actor = update::networks::actor;
    std::vector<float> whole(actor::parameter_count);
    for (std::size_t p = 0; p < s.slices; ++p) {
        actor::gradient(s.samples[p].policy, s.kernel(1).view.samples_of(p), whole.data(), p > 0);
    }
    CHECK(std::equal(whole.begin(), whole.end(), s.gradient.begin()));
    CHECK(std::any_of(whole.begin(), whole.end(), [](float g) { return g != 0; }));
}
