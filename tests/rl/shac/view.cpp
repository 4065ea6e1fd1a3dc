// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/view.hpp>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>
#include <lockstep/rl/shac/memory.hpp>

namespace ls = lockstep;

namespace {

using env = ls::envs::pendulum;
using networks = ls::actor_critic<env, ls::hidden_layers<ls::elu_activation, 16>, ls::squashed_actions<env>>;

}  // namespace

TEST_CASE("a view has no records and no traces where the memory keeps only the newest window") {
    ls::cpu device({.threads = 1});
    ls::shac_memory<env, networks, ls::cpu> memory(device, {.environments = 48, .horizon = 8});
    auto const view = memory.view(5);
    CHECK(view.parameters == memory.parameters.data());
    CHECK(view.steps_of_pack == memory.steps_of_pack.data());
    CHECK(view.samples == memory.samples.data());
    CHECK(view.records == nullptr);
    CHECK(view.traces == nullptr);
}
