// SPDX-License-Identifier: MIT
#include <lockstep/rl/shac/memory.hpp>

#include <set>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>

namespace ls = lockstep;

TEST_CASE("buffers have the sizes that a configuration asks for, and names of their own") {
    using env = ls::envs::pendulum;
    using networks = ls::actor_critic<env, ls::hidden_layers<ls::elu_activation, 16>, ls::squashed_actions<env>>;
    ls::cpu device({.threads = 1});
    ls::shac_memory<env, networks, ls::cpu> memory(device, {.environments = 48, .horizon = 8, .critic_minibatches = 2});
    CHECK(memory.rows * ls::native_width == 48);
    CHECK(memory.groups == 3);
    CHECK(memory.slices == 1);
    CHECK(memory.samples.size() == 8 * memory.rows);
    CHECK(memory.moments_of_row.size() == 8 * memory.rows);
    CHECK(memory.actor.gradients.size() == 3 * networks::actor::parameter_count);
    std::set<std::string> names;
    std::size_t count = 0;
    memory.for_each_entry([&](char const* name, auto&) {
        names.insert(name);
        ++count;
    });
    CHECK(count == 14);
    CHECK(names.size() == count);
}
