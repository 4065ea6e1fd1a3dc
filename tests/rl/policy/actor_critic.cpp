// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

namespace ls = lockstep;

using networks = ls::actor_critic<ls::envs::pendulum, ls::hidden_layers<ls::relu_activation, 64, 32>>;

TEST_CASE("policies take layers with and without a memory") {
    CHECK(ls::check_layers<ls::hidden_layers<ls::relu_activation, 64, 32>, ls::envs::pendulum>());
    CHECK(ls::check_layers<ls::recurrent_layers<16, ls::tanh_activation, 16>, ls::envs::pendulum>());
}

TEST_CASE("actor, deviation and critic lie one after the other on whole packs") {
    static_assert(networks::actor::input_size == 3 && networks::actor::output_size == 1);
    static_assert(networks::critic::input_size == 3 && networks::critic::output_size == 1);
    static_assert(networks::log_deviation == networks::actor::parameter_count);
    static_assert(networks::critic_begin >= networks::log_deviation + 1 && networks::critic_begin % ls::pack_width<float> == 0);
    CHECK(networks::parameter_count == networks::critic_begin + networks::critic::parameter_count);
}

TEST_CASE("the start: orthogonal weights, an actor near zero, the asked deviation, its own numbers for each seed") {
    std::vector<float> one(networks::parameter_count), same = one, other = one;
    networks::initialize(one, 1, -0.7f);
    networks::initialize(same, 1, -0.7f);
    networks::initialize(other, 2, -0.7f);
    CHECK(one == same);
    CHECK(one != other);
    CHECK(one[networks::log_deviation] == -0.7f);

    // One row of an orthogonal matrix has norm gain: sqrt(2) inside, 0.01 for the mean action, 1 for the value.
    using actor = networks::actor;
    auto const norm = [&](std::size_t begin, std::size_t layer, std::size_t output) {
        double sum = 0;
        for (std::size_t i = 0; i < actor::layer_inputs(layer); ++i) {
            double const w = static_cast<double>(one[begin + actor::weight(layer, output, i)]);
            sum += w * w;
        }
        return std::sqrt(sum);
    };
    CHECK(norm(0, 1, 5) == doctest::Approx(std::sqrt(2.0)).epsilon(1e-5));
    CHECK(norm(0, 2, 0) == doctest::Approx(0.01).epsilon(1e-5));
    CHECK(norm(networks::critic_begin, 2, 0) == doctest::Approx(1.0).epsilon(1e-5));
}
