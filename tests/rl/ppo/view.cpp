// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo/memory.hpp>
#include <lockstep/rl/ppo/view.hpp>

namespace ls = lockstep;

TEST_CASE("a view begins with the rollout for which it is made, in the buffers of the memory") {
    using networks = ls::actor_critic<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 16>>;
    ls::cpu device({.threads = 1});
    ls::ppo_memory<ls::envs::pendulum, networks, ls::cpu> memory(
        device, {.environments = 64, .horizon = 8, .minibatch = 512, .rollouts = 3});
    auto const first = memory.view(), last = memory.view(2);
    CHECK(first.parameters == memory.parameters.data());
    CHECK(last.parameters == first.parameters);
    CHECK(last.samples == first.samples + 2 * memory.samples_of_rollout());
    CHECK(last.last_values == first.last_values + 2 * memory.packs);
    CHECK(last.target_packs == first.target_packs + 2 * memory.packs);
    CHECK(last.samples + memory.samples_of_rollout() == memory.samples.data() + memory.samples.size());
}
