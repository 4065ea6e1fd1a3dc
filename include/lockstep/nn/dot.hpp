// SPDX-License-Identifier: MIT
// Dot products of many rows with a few: the layers with few outputs, where a tile would be mostly padding.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/multiply.hpp>
#include <lockstep/nn/transpose.hpp>

namespace lockstep {

/// The factors and the results of dot_rows.
struct dot_product {
    strided<float const> x;
    strided<float const> weights;
    float const* bias;  ///< of the first output, weights.row floats from the next; null for none
    strided<float> out;
};

/// out[o][r] = bias[o] + sum over k < columns of x[r][k] * weights[o][k]; columns is a multiple of simd_width. Writes whole
/// lanes, so rows of `out` have room for padded(rows). An element's bits depend on row r of x only.
LOCKSTEP_NOINLINE inline void dot_rows(dot_product const& p, std::size_t rows, std::size_t outputs, std::size_t columns) {
    for (std::size_t first = 0; first < rows; first += simd_width) {
        float const* x[simd_width];
        for (std::size_t r = 0; r < simd_width; ++r) {
            x[r] = p.x.at(std::min(first + r, rows - 1), 0);
        }
        // All outputs while these rows are at hand.
        for (std::size_t o = 0; o < outputs; ++o) {
            float const* const weights = p.weights.at(o, 0);
            native_lanes sum[simd_width];
#pragma GCC unroll 16
            for (std::size_t r = 0; r < simd_width; ++r) {
                sum[r] = native_lanes(0);
            }
            for (std::size_t column = 0; column < columns; column += simd_width) {
                native_lanes const weight = native_lanes::load(weights + column);
#pragma GCC unroll 16
                for (std::size_t r = 0; r < simd_width; ++r) {
                    sum[r] = multiply_add(native_lanes::load(x[r] + column), weight, sum[r]);
                }
            }
            native_lanes const bias(p.bias == nullptr ? 0.0f : p.bias[o * p.weights.row]);
            (sums_of_lanes(sum) + bias).store(p.out.at(o, first));
        }
    }
}

}  // namespace lockstep
