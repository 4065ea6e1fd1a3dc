// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <tests/archetype/device.hpp>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo/memory.hpp>

namespace ls = lockstep;

TEST_CASE("memory is sized by the configuration and lies on the device") {
    using networks = ls::actor_critic<ls::envs::pendulum, ls::hidden_layers<ls::tanh_activation, 32>>;
    archetype::discrete_device device;
    ls::ppo_memory<ls::envs::pendulum, networks, archetype::discrete_device> const memory(
        device, {.environments = 64, .horizon = 8, .minibatch = 512});
    CHECK(memory.packs * ls::native_width == 64);
    CHECK(memory.samples.size() == memory.packs * 8);
    CHECK(memory.slices == 2);
    CHECK(memory.slice_gradients.size() == 2 * networks::parameter_count);
    CHECK(memory.parameters.memory == ls::memory_kind::discrete);
}
