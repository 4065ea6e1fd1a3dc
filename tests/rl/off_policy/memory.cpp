// SPDX-License-Identifier: MIT
#include <cstddef>
#include <stdexcept>

#include <doctest/doctest.h>

#include <tests/archetype/device.hpp>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/crossq.hpp>
#include <lockstep/rl/off_policy/memory.hpp>
#include <lockstep/rl/off_policy/td3/update.hpp>

namespace ls = lockstep;

TEST_CASE("memory is sized by the configuration and lies on the device") {
    using networks = ls::td3_networks<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 32, 32>>;
    archetype::discrete_device device;
    ls::off_policy_memory<ls::envs::pendulum, ls::td3_update<networks>, archetype::discrete_device> const memory(
        device, {.environments = 64, .capacity = 1000, .batch = 100});
    CHECK(memory.packs * ls::native_width == 64);
    CHECK(memory.slices == 2);
    CHECK(memory.samples.size() == 2);
    CHECK(memory.replay.capacity() == 15 * 64);
    CHECK(memory.targets.size() == 2 * networks::critic::parameter_count + networks::actor::parameter_count);
    CHECK(memory.batches.size() == 0);
    CHECK(memory.parameters.memory == ls::memory_kind::discrete);
}

namespace {

/// So much to observe that no device has room for 2^32 steps.
struct wide : ls::envs::pendulum {
    static constexpr std::size_t observation_size = std::size_t(1) << 15;
    template <ls::real R>
    ls::vector<R, observation_size> observe(state<R> const&) const;
};

}  // namespace

TEST_CASE("what the device has no room for is named as the user knows it") {
    using networks =
        ls::sac_networks<ls::envs::pendulum, ls::renormalized_layers<24, 16>, float, ls::renormalized_layers<32, 48>>;
    archetype::discrete_device device;  // the address sanitizer ends a program that asks the processor for so much
    using memory = ls::off_policy_memory<ls::envs::pendulum, ls::sac_update<networks>, archetype::discrete_device>;
    CHECK_THROWS_WITH_AS(memory(device, {.batch = std::size_t(1) << 48}),
                         doctest::Contains("lockstep: crossq_config.batch is too large"), std::runtime_error);
    using wide_networks = ls::td3_networks<wide, ls::hidden_layers<ls::relu_activation, 16>>;
    using wide_memory = ls::off_policy_memory<wide, ls::td3_update<wide_networks>, archetype::discrete_device>;
    CHECK_THROWS_WITH_AS(wide_memory(device, {.environments = 16, .capacity = (std::size_t(1) << 32) - 16}),
                         doctest::Contains("lockstep: td3_config.capacity is too large"), std::runtime_error);
}
