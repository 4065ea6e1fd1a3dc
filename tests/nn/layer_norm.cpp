// SPDX-License-Identifier: MIT
#include <lockstep/nn/layer_norm.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

static_assert(ls::layer_norm<ls::relu_activation>::name == "layer_norm relu");
static_assert(ls::normalizes_layer<ls::layer_norm<ls::tanh_activation>> && !ls::normalizes_layer<ls::tanh_activation>);
static_assert(ls::differentiates_sum<ls::layer_norm<ls::silu_activation>>);

TEST_CASE_TEMPLATE("a sample is normalised, scaled and shifted, and its padding stays zero", T, float, double) {
    constexpr std::size_t units = 21;
    std::size_t const width = ls::padded<T>(units);
    std::vector<T> sums(width), gain(width), bias(width), normalized(width);
    double mean = 0, squares = 0;
    for (std::size_t i = 0; i < units; ++i) {
        sums[i] = static_cast<T>(3 + std::sin(static_cast<double>(i)));
        gain[i] = static_cast<T>(1 + 0.1 * static_cast<double>(i));
        bias[i] = static_cast<T>(0.5);
        mean += static_cast<double>(sums[i]) / units;
    }
    for (std::size_t i = 0; i < units; ++i) {
        squares += (static_cast<double>(sums[i]) - mean) * (static_cast<double>(sums[i]) - mean) / units;
    }
    double const scale = 1 / std::sqrt(squares + 1e-5);
    std::vector<T> const before = sums;
    T const kept = ls::layer_norm_sample<T>{units}.forward(sums.data(), gain.data(), bias.data(), normalized.data());
    CHECK(static_cast<double>(kept) == doctest::Approx(scale));
    for (std::size_t i = 0; i < width; ++i) {
        double const x = i < units ? (static_cast<double>(before[i]) - mean) * scale : 0;
        CHECK(static_cast<double>(normalized[i]) == doctest::Approx(x).epsilon(1e-5));
        CHECK(static_cast<double>(sums[i]) ==
              doctest::Approx(i < units ? (1 + 0.1 * static_cast<double>(i)) * x + 0.5 : 0).epsilon(1e-5));
    }
}

TEST_CASE("the backward pass is the slope of the forward pass") {
    constexpr std::size_t units = 7;
    ls::layer_norm_sample<double> const norm{units};
    std::vector<double> const x = {1, -2, 0.5, 3, 2, -1, 0.3}, gain = {1, 2, 0.5, -1, 1, 1.5, 2}, bias(units, 0.2),
                              weight = {0.3, -1, 2, 0.7, 0.1, -0.4, 1};
    auto const objective = [&](std::vector<double> sums) {
        std::vector<double> kept(units);
        norm.forward(sums.data(), gain.data(), bias.data(), kept.data());
        double sum = 0;
        for (std::size_t i = 0; i < units; ++i) {
            sum += weight[i] * sums[i];
        }
        return sum;
    };
    std::vector<double> sums = x, normalized(units), gradient = weight;
    double const scale = norm.forward(sums.data(), gain.data(), bias.data(), normalized.data());
    norm.backward(gradient.data(), gain.data(), normalized.data(), scale);
    for (std::size_t i = 0; i < units; ++i) {
        auto up = x, down = x;
        up[i] += 1e-5;
        down[i] -= 1e-5;
        CHECK(std::abs(gradient[i] - (objective(up) - objective(down)) / 2e-5) < 1e-7);
    }
}

TEST_CASE_TEMPLATE("gains and biases have the gradient of their samples' sum", T, float, double) {
    constexpr std::size_t samples = 5, units = 21;
    std::size_t const width = ls::padded<T>(units), stride = width + 3;
    std::vector<T> gradients(samples * stride), normalized(samples * stride), gains(width, T(2)), biases(width, T(3));
    for (std::size_t i = 0; i < gradients.size(); ++i) {
        gradients[i] = static_cast<T>(std::sin(static_cast<double>(i)));
        normalized[i] = static_cast<T>(std::cos(3 * static_cast<double>(i)));
    }
    ls::strided<T> const g{gradients.data(), stride}, x{normalized.data(), stride};
    for (bool const accumulate : {false, true}) {
        ls::layer_norm_gain_gradient<T>(g, x, samples, width, accumulate, gains.data());
        ls::layer_norm_bias_gradient<T>(g, samples, width, accumulate, biases.data());
        for (std::size_t i = 0; i < width; ++i) {
            double of_gain = 0, of_bias = 0;
            for (std::size_t s = 0; s < samples; ++s) {
                of_gain += static_cast<double>(gradients[s * stride + i]) * static_cast<double>(normalized[s * stride + i]);
                of_bias += static_cast<double>(gradients[s * stride + i]);
            }
            CHECK(static_cast<double>(gains[i]) == doctest::Approx((accumulate ? 2 : 1) * of_gain).epsilon(1e-5));
            CHECK(static_cast<double>(biases[i]) == doctest::Approx((accumulate ? 2 : 1) * of_bias).epsilon(1e-5));
        }
    }
}
