// SPDX-License-Identifier: MIT
#include <lockstep/nn/gaussian.hpp>

#include <cmath>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>

namespace ls = lockstep;

namespace {

constexpr ls::diagonal_gaussian<double, 2> policy{.log_deviation = {-0.3, 0.4}};
constexpr ls::vector<double, 2> mean{0.5, -1.0};
constexpr ls::vector<double, 2> action{0.1, 0.7};

}  // namespace

TEST_CASE("log_prob is the logarithm of the product of normal densities") {
    double density = 1;
    for (std::size_t i = 0; i < 2; ++i) {
        double const deviation = std::exp(policy.log_deviation[i]);
        double const z = (action[i] - mean[i]) / deviation;
        density *= std::exp(-z * z / 2) / (deviation * std::sqrt(2 * std::acos(-1.0)));
    }
    CHECK(policy.log_prob(mean, action) == doctest::Approx(std::log(density)));
}

TEST_CASE("log_prob_gradient agrees with central differences") {
    auto const gradient = policy.log_prob_gradient(mean, action);
    double const step = 1e-5;
    for (std::size_t i = 0; i < 2; ++i) {
        auto up = mean, down = mean;
        up[i] += step;
        down[i] -= step;
        CHECK(gradient.mean[i] ==
              doctest::Approx((policy.log_prob(up, action) - policy.log_prob(down, action)) / (2 * step)).epsilon(1e-7));
        auto wider = policy, narrower = policy;
        wider.log_deviation[i] += step;
        narrower.log_deviation[i] -= step;
        CHECK(gradient.log_deviation[i] ==
              doctest::Approx((wider.log_prob(mean, action) - narrower.log_prob(mean, action)) / (2 * step)).epsilon(1e-7));
        CHECK(wider.entropy() - policy.entropy() == doctest::Approx(step).epsilon(1e-7));
    }
}

TEST_CASE("entropy is the mean of -log_prob, and samples have the mean and deviation") {
    ls::random<double> noise(5, 0, 0);
    std::size_t const count = 100'000;
    double information = 0;
    double sum[2] = {}, squares[2] = {};
    for (std::size_t n = 0; n < count; ++n) {
        auto const x = policy.sample(mean, noise);
        information -= policy.log_prob(mean, x);
        for (std::size_t i = 0; i < 2; ++i) {
            sum[i] += x[i] - mean[i];
            squares[i] += (x[i] - mean[i]) * (x[i] - mean[i]);
        }
    }
    CHECK(information / count == doctest::Approx(policy.entropy()).epsilon(0.01));
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(std::abs(sum[i] / count) < 0.02);
        CHECK(std::sqrt(squares[i] / count) == doctest::Approx(std::exp(policy.log_deviation[i])).epsilon(0.01));
    }
}

TEST_CASE("lanes give each sample its own density") {
    using R = ls::native_lanes;
    ls::diagonal_gaussian<R, 2> const wide{.log_deviation = {R(-0.3), R(0.4)}};
    ls::diagonal_gaussian<float, 2> const narrow{.log_deviation = {-0.3f, 0.4f}};
    ls::vector<R, 2> x{R(0), R(1)};
    for (std::size_t i = 0; i < ls::native_width; ++i) {
        x[0].set(i, 0.1f * static_cast<float>(i));
    }
    R const log_prob = wide.log_prob({R(0.5), R(-1)}, x);
    for (std::size_t i = 0; i < ls::native_width; ++i) {
        CHECK(log_prob[i] == narrow.log_prob({0.5f, -1.0f}, {x[0][i], 1.0f}));
    }
}
