// SPDX-License-Identifier: MIT
#include <lockstep/nn/activation.hpp>

#include <cmath>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE_TEMPLATE("derivative, taken from the value or the sum, is the slope of value", A, ls::tanh_activation,
                   ls::relu_activation, ls::elu_activation, ls::silu_activation, ls::gelu_activation, ls::identity_activation) {
    for (double x = -2.95; x < 3; x += 0.1) {
        double const step = 1e-6;
        double const slope = (A::value(x + step) - A::value(x - step)) / (2 * step);
        CHECK(A::derivative(ls::differentiates_sum<A> ? x : A::value(x)) == doctest::Approx(slope).epsilon(1e-7));
    }
}

TEST_CASE_TEMPLATE("an activation leaves zero alone and treats lanes alike", A, ls::tanh_activation, ls::relu_activation,
                   ls::elu_activation, ls::silu_activation, ls::gelu_activation, ls::identity_activation) {
    CHECK(A::value(0.0f) == 0.0f);
    ls::native_lanes x;
    for (std::size_t i = 0; i < ls::native_width; ++i) {
        x.set(i, 0.37f * static_cast<float>(i) - 1.3f);
    }
    for (std::size_t i = 0; i < ls::native_width; ++i) {
        CHECK(A::value(x)[i] == A::value(x[i]));
        CHECK(A::derivative(x)[i] == A::derivative(x[i]));
    }
}

TEST_CASE("the activations are those of their papers") {
    CHECK(ls::logistic(-0.7) == doctest::Approx(1 / (1 + std::exp(0.7))));
    CHECK(ls::elu_activation::value(-1.0) == doctest::Approx(std::exp(-1.0) - 1));
    CHECK(ls::silu_activation::value(1.5) == doctest::Approx(1.5 / (1 + std::exp(-1.5))));
    // The approximation is within 5e-4 of x times the normal distribution function.
    CHECK(std::abs(ls::gelu_activation::value(0.7) - 0.7 * 0.5 * std::erfc(-0.7 / std::sqrt(2.0))) < 5e-4);
}
