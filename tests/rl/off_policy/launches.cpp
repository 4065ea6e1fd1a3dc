// SPDX-License-Identifier: MIT
// That devices which divide an update have the same bits is tested in opencl.cpp.
#include <lockstep/rl/off_policy/launches.hpp>

#include <algorithm>
#include <cstddef>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/rl/off_policy/sac/update.hpp>

namespace ls = lockstep;

using update = ls::sac_update<ls::sac_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 32, 16>>>;

namespace {
struct sizes_of_memory {
    std::size_t slices;
};
}  // namespace

TEST_CASE("the launches of an update are its kernels in their order, and the actor is left out of every other update") {
    ls::sac_config const config{.environments = 32, .capacity = 2000, .batch = 150, .actor_delay = 2};
    support::update_setting<update> by_hand(config), launched(config);
    auto const first = launched.parameters;
    using actor = update::networks::actor;
    for (std::uint32_t number = 1; number <= 2; ++number) {
        by_hand.run(number);
        ls::launch_update(launched.device, sizes_of_memory{launched.slices}, launched.kernel(number));
        CHECK(launched.parameters == by_hand.parameters);
        CHECK(launched.targets == by_hand.targets);
        bool const moved = !std::equal(first.begin(), first.begin() + actor::parameter_count, launched.parameters.begin());
        CHECK(moved == (number == 2));
    }
}
