// SPDX-License-Identifier: MIT
#include <lockstep/nn/products/dot.hpp>

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace ls = lockstep;

namespace {

std::vector<float> numbers(std::size_t count, float step) {
    std::vector<float> result(count);
    for (std::size_t i = 0; i < count; ++i) {
        result[i] = std::sin(static_cast<float>(i) * step);
    }
    return result;
}

}  // namespace

TEST_CASE("dot_rows takes every row times every row of weights, plus the bias") {
    std::size_t const columns = 3 * ls::padding<float>;
    std::size_t const x_stride = columns + 1, weights_stride = columns + 2, outputs = 3;
    auto const weights = numbers(outputs * weights_stride, 0.7f);
    for (std::size_t rows = 1; rows <= 2 * ls::pack_width<float> + 1; ++rows) {
        std::size_t const out_stride = ls::whole_packs(rows) + 1;
        auto const x = numbers(rows * x_stride, 1.0f);
        for (float const* bias : {static_cast<float const*>(nullptr), weights.data() + columns}) {
            std::vector<float> out(outputs * out_stride, 9.0f);
            ls::dot_rows<float>({.x = {x.data(), x_stride},
                                 .weights = {weights.data(), weights_stride},
                                 .bias = bias,
                                 .out = {out.data(), out_stride}},
                                rows, outputs, columns);
            for (std::size_t o = 0; o < outputs; ++o) {
                for (std::size_t r = 0; r < rows; ++r) {
                    double expected = bias == nullptr ? 0 : static_cast<double>(bias[o * weights_stride]);
                    for (std::size_t k = 0; k < columns; ++k) {
                        expected +=
                            static_cast<double>(x[r * x_stride + k]) * static_cast<double>(weights[o * weights_stride + k]);
                    }
                    REQUIRE(out[o * out_stride + r] == doctest::Approx(expected).epsilon(1e-5).scale(1));
                }
                REQUIRE(out[o * out_stride + out_stride - 1] == 9.0f);
            }
        }
    }
}

TEST_CASE_TEMPLATE("dot_rows adds in one order whatever the width", R, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    constexpr std::size_t rows = 16, columns = 80, outputs = 2;
    auto const x = numbers(rows * columns, 1.3f);
    auto const weights = numbers(outputs * columns, 0.7f);
    std::vector<float> const bias(outputs * columns, 0.3f);
    std::vector<float> out(outputs * rows);
    ls::dot_rows<float, R>({.x = {x.data(), columns},
                            .weights = {weights.data(), columns},
                            .bias = bias.data(),
                            .out = {out.data(), rows}},
                           rows, outputs, columns);
    for (std::size_t o = 0; o < outputs; ++o) {
        for (std::size_t r = 0; r < rows; ++r) {
            float partial[16] = {};
            for (std::size_t k = 0; k < columns; ++k) {
                partial[k % 16] = ls::multiply_add(x[r * columns + k], weights[o * columns + k], partial[k % 16]);
            }
            for (std::size_t left = 8; left > 0; left /= 2) {
                for (std::size_t i = 0; i < left; ++i) {
                    partial[i] = partial[2 * i] + partial[2 * i + 1];
                }
            }
            REQUIRE(out[o * rows + r] == partial[0] + 0.3f);
        }
    }
}
