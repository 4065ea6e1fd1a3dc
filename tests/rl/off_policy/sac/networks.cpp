// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/sac/networks.hpp>

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/products/multiply.hpp>

namespace ls = lockstep;

using networks = ls::sac_networks<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 64, 32>>;

TEST_CASE("the temperature lies after the networks, padded as they are") {
    static_assert(networks::actor::output_size == 2);
    static_assert(networks::log_temperature == networks::critic_begin(2));
    CHECK(networks::parameter_count == networks::log_temperature + ls::padding<float>);
}

TEST_CASE("outputs are a mean and a log deviation that is held within bounds") {
    constexpr std::size_t stride = 3 * ls::native_width;
    std::vector<float> outputs(2 * stride);
    for (std::size_t i = 0; i < ls::native_width; ++i) {
        outputs[i] = static_cast<float>(i);
        outputs[stride + i] = -30 + 12 * static_cast<float>(i);
    }
    auto const policy = networks::distribution(outputs.data(), stride);
    CHECK(policy.mean[0][3] == 3);
    CHECK(policy.log_deviation[0][0] == -20);
    CHECK(policy.log_deviation[0][1] == -18);
    CHECK(policy.log_deviation[0][3] == 2);
}
