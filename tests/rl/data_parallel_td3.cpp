// SPDX-License-Identifier: MIT
// What it computes is tested in rl/off_policy/ranks/exchange.cpp.
#include <lockstep/rl/data_parallel_td3.hpp>

#include <concepts>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

TEST_CASE("with one process it is the plain learner") {
    using parallel = ls::data_parallel_td3<ls::envs::pendulum, ls::cpu, ls::one_process>;
    CHECK(std::same_as<parallel, ls::td3<ls::envs::pendulum, ls::cpu>>);
}
