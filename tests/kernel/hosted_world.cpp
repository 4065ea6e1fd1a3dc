// SPDX-License-Identifier: MIT
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/core/real.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/envs/vectorized.hpp>
#include <lockstep/kernel/hosted_world.hpp>
#include <lockstep/kernel/text_world.hpp>
#include <tests/kernel/kernels.hpp>

namespace ls = lockstep;
using hosted = ls::hosted_world;

// A kernel lies alike for the host that fills it in and in its text.
static_assert(sizeof(lockstep_test::constants<hosted>) == sizeof(lockstep_test::constants<ls::text_world>));
static_assert(offsetof(lockstep_test::members<hosted>, factor) == 48);
static_assert(sizeof(ls::environment_pack<ls::envs::pendulum, hosted::number>) == 16 * 4 * (2 + 3 + 3));
static_assert(ls::real<hosted::number> && ls::width_of<hosted::number> == 16 && !hosted::is_native);

TEST_CASE("the host sees a pack of the device's memory lane by lane") {
    hosted::number pack;
    for (std::size_t lane = 0; lane < 16; ++lane) {
        pack.set(lane, static_cast<float>(lane));
    }
    CHECK(pack[15] == 15);
    CHECK(sizeof(pack) == 64);
}
