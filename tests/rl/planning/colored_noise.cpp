// SPDX-License-Identifier: MIT
#include <lockstep/rl/planning/colored_noise.hpp>

#include <cstddef>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {
/// The covariance of the noise of two steps.
double covariance(std::vector<float> const& matrix, std::size_t steps, std::size_t a, std::size_t b) {
    double sum = 0;
    for (std::size_t k = 0; k < steps; ++k) {
        sum += static_cast<double>(matrix[a * steps + k]) * static_cast<double>(matrix[b * steps + k]);
    }
    return sum;
}
}  // namespace

TEST_CASE("noise of any color has the variance 1 at each step, and white noise is independent") {
    for (std::size_t const steps : {1u, 2u, 7u, 8u}) {
        for (float const color : {0.0f, 1.0f, 2.5f}) {
            auto const matrix = ls::colored_noise(steps, color);
            REQUIRE(matrix.size() == steps * steps);
            for (std::size_t t = 0; t < steps; ++t) {
                CHECK(covariance(matrix, steps, t, t) == doctest::Approx(1));
                if (color == 0 && t > 0) {
                    CHECK(covariance(matrix, steps, 0, t) == doctest::Approx(0).epsilon(1e-6));
                }
            }
        }
    }
}

TEST_CASE("the higher the color, the more a step's noise is like that of the step before") {
    double before = 0;
    for (float const color : {0.0f, 1.0f, 2.0f, 4.0f}) {
        double const now = covariance(ls::colored_noise(16, color), 16, 3, 4);
        CHECK((color == 0 ? now < 1e-6 : now > before + 0.05));
        before = now;
    }
}

TEST_CASE("the power of a wave falls with its frequency to the power of the color") {
    auto const matrix = ls::colored_noise(9, 2);
    // The cosines of one and of three periods, at step 0.
    double const slow = static_cast<double>(matrix[1]), fast = static_cast<double>(matrix[5]);
    CHECK(slow * slow / (fast * fast) == doctest::Approx(9));
}
