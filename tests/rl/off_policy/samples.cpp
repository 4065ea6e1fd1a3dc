// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/samples.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/off_policy/sac/networks.hpp>

namespace ls = lockstep;

TEST_CASE("every array of a slice lies on whole lanes, in any device's memory") {
    using samples = ls::off_policy_samples<ls::sac_networks<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 32>>>;
    static_assert(std::is_trivially_copyable_v<samples> && samples::block % ls::native_width == 0);
    CHECK(alignof(samples) >= sizeof(ls::native_lanes));
    auto const slice = std::make_unique<samples>();
    auto const place_of = [&](auto const& member) {
        return reinterpret_cast<std::byte const*>(&member) - reinterpret_cast<std::byte const*>(slice.get());
    };
    CHECK(place_of(slice->action) - place_of(slice->observation) == 3 * samples::block * sizeof(float));
    CHECK(place_of(slice->value_gradient) % sizeof(ls::native_lanes) == 0);
    CHECK(place_of(slice->policy) % 64 == 0);
}
