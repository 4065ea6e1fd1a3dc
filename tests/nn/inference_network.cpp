// SPDX-License-Identifier: MIT
#include <lockstep/nn/inference_network.hpp>

#include <concepts>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

using plain = ls::basic_mlp<float, ls::relu_activation, 3, 1, 32>;
using renormalized = ls::basic_renormalized_mlp<float, ls::relu_activation, 3, 1, 32>;
static_assert(std::same_as<ls::inference_network<plain>, plain> && std::same_as<ls::inference_network<renormalized>, plain>);
static_assert(ls::renormalized_network<renormalized> && !ls::renormalized_network<plain>);
static_assert(ls::trained_count<plain> == plain::parameter_count &&
              ls::trained_count<renormalized> < renormalized::parameter_count);

TEST_CASE("a new network with batch renormalisation is in use nearly the plain one: its statistics are 0 and 1") {
    std::vector<float> parameters(renormalized::parameter_count), transposed_weights(renormalized::transposed_count);
    renormalized::initialize(1, 1, 1, parameters.data());
    renormalized::transpose_weights(parameters.data(), transposed_weights.data());
    auto const used = ls::inference_parameters_of<renormalized>(parameters.data(), transposed_weights.data());
    CHECK(used.parameters[plain::weight(0, 5, 2)] == doctest::Approx(parameters[plain::weight(0, 5, 2)]).epsilon(1e-3));
    CHECK(used.parameters[plain::weight(0, 5, 2)] != parameters[plain::weight(0, 5, 2)]);
    CHECK(used.transposed_weights == used.parameters + plain::parameter_count);
    CHECK(ls::inference_parameters_of<plain>(parameters.data(), transposed_weights.data()).parameters == parameters.data());
}
