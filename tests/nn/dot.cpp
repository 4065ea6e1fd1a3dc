// SPDX-License-Identifier: MIT
#include <lockstep/nn/dot.hpp>

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

TEST_CASE("dot_rows takes every row times the weights, plus the bias") {
    std::size_t const columns = 3 * ls::simd_width;
    std::size_t const row = columns + 1;
    for (std::size_t rows = 1; rows <= 2 * ls::simd_width + 1; ++rows) {
        std::vector<float> x(rows * row);
        std::vector<float> weights(columns);
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = std::sin(static_cast<float>(i));
        }
        for (std::size_t i = 0; i < columns; ++i) {
            weights[i] = std::cos(static_cast<float>(3 * i));
        }
        std::vector<float> out(ls::padded(rows) + 1, 9.0f);
        ls::dot_rows(x.data(), row, rows, weights.data(), columns, 0.25f, out.data());
        for (std::size_t r = 0; r < rows; ++r) {
            double expected = 0.25;
            for (std::size_t k = 0; k < columns; ++k) {
                expected += static_cast<double>(x[r * row + k]) * static_cast<double>(weights[k]);
            }
            REQUIRE(out[r] == doctest::Approx(expected).epsilon(1e-5).scale(1));
        }
        REQUIRE(out.back() == 9.0f);
    }
}
