// SPDX-License-Identifier: MIT
#include <lockstep/rl/off_policy/twin_critics.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/off_policy/categorical_critic.hpp>

namespace ls = lockstep;

using networks = ls::twin_critics<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 64, 32>, 2>;

TEST_CASE("actor and critics lie one after the other on whole packs") {
    static_assert(networks::actor::input_size == 3 && networks::actor::output_size == 2);
    static_assert(networks::critic::input_size == 4 && networks::critic::output_size == 1);
    static_assert(networks::critic_begin(0) == networks::actor::parameter_count);
    static_assert(networks::critic_begin(1) % ls::pack_width<float> == 0);
    CHECK(networks::parameter_count == networks::critic_begin(1) + networks::critic::parameter_count);
}

using crossed = ls::twin_critics<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 64, 32>, 2, float,
                                 ls::hidden_layers<ls::batch_renorm<ls::relu_activation>, 128>>;

TEST_CASE("critics have layers of their own, and with batch renormalisation room for a batch instead of targets") {
    static_assert(networks::has_targets && networks::batches_size(100) == 0);
    static_assert(!crossed::has_targets && crossed::target_count == 0);
    static_assert(std::same_as<crossed::actor, networks::actor> && crossed::critic::hidden_sizes[0] == 128);
    CHECK(crossed::critic_batch(1, 100) == crossed::critic::batch::numbers_for(200));
    CHECK(crossed::batches_size(100) == 2 * crossed::critic_batch(1, 100));
}

TEST_CASE("critics of many outputs transpose the weights of their targets, too") {
    using layers = ls::hidden_layers<ls::relu_activation, 64, 32>;
    using many = ls::twin_critics<ls::envs::pendulum, layers, 2, float, ls::categorical_critic<layers, 21>>;
    static_assert(many::has_support && !networks::has_support && many::critic::output_size == 21);
    CHECK(many::transposed_count == many::critic_transposed(2) + 2 * many::critic::transposed_count);
    std::vector<float> parameters(many::parameter_count), transposed_weights(many::transposed_count), targets(many::target_count);
    many::initialize(parameters, 1);
    many::begin(parameters.data(), transposed_weights.data(), targets.data());
    for (std::size_t i = 0; i < many::critic::transposed_count; ++i) {
        REQUIRE(transposed_weights[many::target_transposed(1) + i] == transposed_weights[many::critic_transposed(1) + i]);
    }
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

TEST_CASE("targets begin where the critics do") {
    std::vector<float> parameters(networks::parameter_count), transposed_weights(networks::transposed_count),
        targets(networks::target_count);
    networks::initialize(parameters, 1);
    networks::begin(parameters.data(), transposed_weights.data(), targets.data());
    CHECK(std::equal(targets.begin(), targets.end(), parameters.begin() + networks::critic_begin(0)));
    CHECK(transposed_weights[networks::actor::transposed(1) + 1] == parameters[networks::actor::weight(1, 0, 1)]);
}
