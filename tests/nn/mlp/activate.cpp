// SPDX-License-Identifier: MIT
#include <lockstep/nn/mlp/activate.hpp>

#include <cmath>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

constexpr std::size_t stride = 3, samples = 2;

}  // namespace

TEST_CASE("a sum becomes its activation, and is kept only where the derivative needs it") {
    double kept[samples * stride] = {};
    CHECK(ls::activate_sum<double, ls::tanh_activation>{{kept, stride}}(0.5, 1, 2) == std::tanh(0.5));
    CHECK(kept[1 * stride + 2] == 0);
    CHECK(ls::activate_sum<double, ls::silu_activation>{{kept, stride}}(0.5, 1, 2) == ls::silu_activation::value(0.5));
    CHECK(kept[1 * stride + 2] == 0.5);
}

TEST_CASE("a gradient is multiplied by the derivative at what was kept of its sample and unit") {
    double kept[samples * stride] = {};
    kept[1 * stride + 2] = 0.5;
    CHECK(ls::differentiate_activation<double, ls::tanh_activation>{{kept, stride}}(3.0, 1, 2) == 3.0 * 0.75);
    CHECK(ls::differentiate_activation<double, ls::silu_activation>{{kept, stride}}(3.0, 1, 2) ==
          3.0 * ls::silu_activation::derivative(0.5));
    CHECK(ls::differentiate_activation<double, ls::silu_activation>{{kept, stride}}(3.0, 0, 2) == 1.5);
}
