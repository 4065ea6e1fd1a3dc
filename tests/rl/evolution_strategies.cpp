// SPDX-License-Identifier: MIT
#include <lockstep/rl/evolution_strategies.hpp>

#include <doctest/doctest.h>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/swimmer.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/policy/linear_layers.hpp>

namespace ls = lockstep;

namespace {
template <class Layers>
double trained(float rate) {
    ls::cpu device;
    ls::evolution_strategies<ls::envs::swimmer, ls::cpu, Layers> learner(
        device, {.directions = 16, .steps = 4'000'000, .learning_rate = rate});
    while (!learner.done()) {
        learner.iterate();
    }
    return ls::evaluate(device, learner.policy()).mean_return;
}
}  // namespace

TEST_CASE("a linear policy and a network learn to swim") {
    CHECK(trained<ls::linear_layers>(0.05f) > 80);
    CHECK(trained<ls::hidden_layers<ls::tanh_activation, 16>>(0.02f) > 100);
}
