// SPDX-License-Identifier: MIT
// Evolution strategies on a device of OpenCL: whole trainings, and evaluations of what was learnt, have the bits that they have
// on the processor.
#include <cstddef>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/device/opencl.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ars.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/evolution_strategies.hpp>
#include <tests/support/opencl_device.hpp>
#include <tests/support/training.hpp>

namespace ls = lockstep;

namespace {

using narrow = ls::hidden_layers<ls::tanh_activation, 11>;  // a tile of sums, and three more

template <template <class> class Learner, class Config>
void check(Config const& config) {
    if (!support::has_opencl_device()) {
        return;
    }
    ls::cpu processor({.threads = 1});
    ls::opencl device({.lanes = ls::opencl_lanes::vectors});
    auto const expected = support::history<Learner<ls::cpu>>(processor, config);
    CHECK(expected.size() == 4);
    support::check_device_agrees(support::history<Learner<ls::opencl>>(device, config), expected);
    Learner<ls::cpu> learner(processor, config);
    learner.iterate();
    auto const policy = learner.policy();
    auto const here = ls::evaluate(processor, policy, {.episodes = 20}), there = ls::evaluate(device, policy, {.episodes = 20});
    support::check_device_agrees(there, here);
}

template <class Device>
using search = ls::ars<ls::envs::pendulum, Device>;
template <class Device>
using strategies = ls::evolution_strategies<ls::envs::pendulum, Device, narrow>;

}  // namespace

TEST_CASE("augmented random search of a linear policy") {
    check<search>(ls::ars_config{.directions = 48, .steps = 2 * 2 * 48 * 200 + 1, .seed = 3, .top_directions = 7});
}
TEST_CASE("evolution strategies of a network") {
    check<strategies>(ls::evolution_strategies_config{.directions = 32, .steps = 2 * 2 * 32 * 200 + 1, .seed = 3});
}
