// SPDX-License-Identifier: MIT
// A training on Metal, every kernel of it.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/metal.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>
#include <tests/support/metal_device.hpp>

namespace ls = lockstep;

namespace {

/// The policy after two iterations.
template <class Device>
std::vector<float> trained(Device& device) {
    ls::ppo<ls::envs::pendulum, Device> learner(
        device, {.environments = 96, .steps = 96 * 15 * 2, .horizon = 15, .epochs = 2, .minibatch = 720});
    while (!learner.done()) {
        learner.iterate();
    }
    auto const policy = learner.policy();
    return {policy.parameters.begin(), policy.parameters.end()};
}

}  // namespace

TEST_CASE("a training has the bits of the processor") {
    if (!lockstep_test::find_metal().exists) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::metal device;
    auto const expected = trained(processor), found = trained(device);
    REQUIRE(expected.size() == found.size());
#if defined(__FMA__) || defined(__aarch64__)
    CHECK(found == expected);
#else  // where the processor multiplies and adds in two roundings
    float largest = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        largest = std::max(largest, std::abs(found[i] - expected[i]));
    }
    CHECK(largest < 1e-3f);
#endif
}
