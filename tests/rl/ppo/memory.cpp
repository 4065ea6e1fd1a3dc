// SPDX-License-Identifier: MIT
#include <cstddef>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include <tests/archetype/device.hpp>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo/memory.hpp>

namespace ls = lockstep;

namespace {

using networks = ls::actor_critic<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 64, 64>>;
using memory_of_pendulum = ls::ppo_memory<ls::envs::pendulum, networks, archetype::discrete_device>;

std::set<std::string> entries(memory_of_pendulum& memory) {
    std::set<std::string> names;
    memory.for_each_entry([&](std::string_view name, auto const&) { names.emplace(name); });
    return names;
}

}  // namespace

TEST_CASE("memory is sized by the configuration and lies on the device") {
    archetype::discrete_device device;
    memory_of_pendulum memory(device, {.environments = 64, .horizon = 8, .minibatch = 512});
    CHECK(memory.packs * ls::native_width == 64);
    CHECK(memory.samples.size() == memory.packs * 8);
    CHECK(memory.slices == 2);
    CHECK(memory.slice_gradients.size() == 2 * networks::parameter_count);
    CHECK(memory.parameters.memory == ls::memory_kind::discrete);
    CHECK(entries(memory).contains("transposed_weights"));
    CHECK(!entries(memory).contains("samples"));
}

TEST_CASE("earlier rollouts have places in memory and in a checkpoint") {
    archetype::discrete_device device;
    memory_of_pendulum memory(device, {.environments = 64, .horizon = 8, .minibatch = 512, .rollouts = 3});
    CHECK(memory.samples_of_rollout() == memory.packs * 8);
    CHECK(memory.samples.size() == 3 * memory.samples_of_rollout());
    CHECK(memory.last_values.size() == 3 * memory.packs);
    CHECK(memory.target_packs.size() == 3 * memory.packs);
    CHECK(entries(memory).contains("samples"));
    CHECK(entries(memory).contains("last_values"));
}

TEST_CASE("samples that the device has no room for are named as the user knows them") {
    archetype::discrete_device device;  // the address sanitizer ends a program that asks the processor for so much
    CHECK_THROWS_WITH_AS(
        memory_of_pendulum(device, {.environments = 64, .horizon = 8, .minibatch = 512, .rollouts = std::size_t(1) << 44}),
        doctest::Contains("lockstep: ppo_config.environments * horizon * rollouts is too large"), std::runtime_error);
}
