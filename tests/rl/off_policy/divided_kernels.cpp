// SPDX-License-Identifier: MIT
// What the kernels of the critics compute is tested in divided_critics.cpp.
#include <lockstep/rl/off_policy/divided_kernels.hpp>

#include <algorithm>
#include <cstddef>

#include <doctest/doctest.h>

#include <tests/support/off_policy.hpp>

#include <lockstep/rl/off_policy/td3/update.hpp>

namespace ls = lockstep;

using update = ls::td3_update<ls::td3_networks<support::sizes, ls::hidden_layers<ls::relu_activation, 32, 16>>>;

TEST_CASE("ranges of the actor's parameters, shares of its weights and its target are those of a whole step") {
    ls::td3_config const config{.environments = 32, .capacity = 2000, .batch = 100, .actor_delay = 1};
    support::update_setting<update> s(config), whole(config);
    using networks = update::networks;
    whole.run(1);
    // The same gradient, and an actor that has not moved yet.
    auto const first = s.parameters;
    s.run(1);
    CHECK(s.gradient == whole.gradient);
    std::copy_n(first.begin(), networks::actor::parameter_count, s.parameters.begin());
    std::fill_n(s.first.begin(), networks::actor::parameter_count, 0.0f);
    std::fill_n(s.second.begin(), networks::actor::parameter_count, 0.0f);
    std::copy_n(first.begin(), networks::actor::parameter_count, s.targets.begin() + networks::target_actor);
    update const kernel = s.kernel(1);
    for (std::size_t range = update::actor_type::parameter_ranges; range-- > 0;) {
        ls::off_policy_descend_actor<update>{kernel}(range);
    }
    for (std::size_t share = update::actor_type::transpose_shares; share-- > 0;) {
        ls::off_policy_transpose_actor<update>{kernel}(share);
    }
    CHECK(s.parameters != first);
    CHECK(s.parameters == whole.parameters);
    CHECK(s.targets == whole.targets);
    CHECK(s.transposed_weights == whole.transposed_weights);
}
