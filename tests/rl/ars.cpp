// SPDX-License-Identifier: MIT
#include <lockstep/rl/ars.hpp>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/rl/evaluate.hpp>

namespace ls = lockstep;

namespace {
using learner_type = ls::ars<ls::envs::swimmer, ls::cpu>;

double trained(ls::ars_config const& config) {
    ls::cpu device;
    learner_type learner(device, config);
    while (!learner.done()) {
        learner.iterate();
    }
    return ls::evaluate(device, learner.policy()).mean_return;
}
}  // namespace

TEST_CASE("a linear policy learns to swim by each of the four versions") {
    constexpr std::size_t steps = 1'000'000;
    CHECK(trained({.steps = steps, .seed = 3, .top_directions = 0, .normalize_observations = false}) > 100);
    CHECK(trained({.steps = steps, .seed = 3, .normalize_observations = false}) > 100);
    CHECK(trained({.steps = steps, .seed = 3, .top_directions = 0}) > 100);
    CHECK(trained({.steps = steps, .seed = 3}) > 100);
}
