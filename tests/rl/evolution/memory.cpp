// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution/memory.hpp>

#include <cstddef>
#include <string_view>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/deterministic_actions.hpp>
#include <lockstep/rl/policy/linear_layers.hpp>

namespace ls = lockstep;

TEST_CASE("there is a pack of weights for either sign, and a checkpoint holds what outlives an iteration") {
    using env = ls::envs::pendulum;
    using networks = ls::actor_critic<env, ls::linear_layers, ls::deterministic_actions<env>>;
    ls::cpu device({.threads = 1});
    ls::evolution_memory<networks, ls::cpu> memory(device, 48);
    CHECK(memory.half * ls::native_width == 48);
    CHECK(memory.count == 16);
    CHECK(memory.weights.size() == 2 * memory.directions.size());
    CHECK(memory.returns().half == memory.half);
    std::size_t parts = 0, floats = 0;
    memory.for_each_entry([&](std::string_view name, auto const& buffer) {
        ++parts;
        floats += name == "observation_moments" ? 0 : buffer.size();
    });
    CHECK(parts == 4);
    CHECK(floats == 3 * memory.count);
}
