// SPDX-License-Identifier: MIT
#include <lockstep/rl/sac_networks.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>

namespace ls = lockstep;

using networks = ls::sac_networks<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 64, 32>>;

TEST_CASE("actor and critics lie one behind the other on whole rows") {
    static_assert(networks::actor::input_size == 3 && networks::actor::output_size == 2);
    static_assert(networks::critic::input_size == 4 && networks::critic::output_size == 1);
    static_assert(networks::critic_begin(0) == networks::actor::parameter_count);
    static_assert(networks::critic_begin(1) % ls::simd_width == 0);
    CHECK(networks::parameter_count == networks::critic_begin(1) + networks::critic::parameter_count);
}

TEST_CASE("the start: each network has weights of its own, and each seed its own networks") {
    std::vector<float> one(networks::parameter_count), same = one, other = one;
    networks::initialize(one, 1);
    networks::initialize(same, 1);
    networks::initialize(other, 2);
    CHECK(one == same);
    CHECK(one != other);
    CHECK(one[networks::critic_begin(0)] != one[networks::critic_begin(1)]);
    double sum = 0;
    for (std::size_t i = 0; i < 32; ++i) {
        double const w = static_cast<double>(one[networks::actor::weight(2, 1, i)]);
        sum += w * w;
    }
    CHECK(std::sqrt(sum) == doctest::Approx(0.01).epsilon(1e-5));
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
