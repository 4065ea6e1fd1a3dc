// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/td3/networks.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

using networks = ls::td3_networks<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 64, 32>>;

TEST_CASE("the actor has a target too, which begins where it does") {
    static_assert(networks::actor::output_size == 1);
    std::vector<float> parameters(networks::parameter_count), transposed_weights(networks::transposed_count),
        targets(networks::target_count);
    networks::initialize(parameters, 1);
    networks::begin(parameters.data(), transposed_weights.data(), targets.data());
    CHECK(std::equal(parameters.begin(), parameters.begin() + networks::actor::parameter_count,
                     targets.begin() + networks::target_actor));
    CHECK(std::equal(targets.begin(), targets.begin() + networks::target_actor, parameters.begin() + networks::critic_begin(0)));
    CHECK(std::equal(transposed_weights.begin(), transposed_weights.begin() + networks::actor::transposed_count,
                     transposed_weights.begin() + networks::target_actor_transposed));
}

TEST_CASE("actions are outputs squashed by tanh") {
    std::vector<float> outputs(ls::native_width);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        outputs[i] = static_cast<float>(i) - 3;
    }
    auto const action = networks::action(outputs.data(), ls::native_width);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        CHECK(action[0][i] == doctest::Approx(std::tanh(outputs[i])).epsilon(1e-6));
    }
}
