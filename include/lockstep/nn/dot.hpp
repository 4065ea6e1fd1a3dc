// SPDX-License-Identifier: MIT
// Dot products of many rows with one: the layers with few outputs, where a tile would be mostly padding.
#pragma once

#include <algorithm>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/multiply.hpp>
#include <lockstep/nn/transpose.hpp>

namespace lockstep {

/// out[r] = bias + sum over k of x[r * row + k] * weights[k], for r in [0, rows) and k in [0, columns); columns is a
/// multiple of simd_width. Writes whole lanes: `out` has room for padded(rows). An element's bits depend on its row only.
LOCKSTEP_NOINLINE inline void dot_rows(float const* x, std::size_t row, std::size_t rows, float const* weights, std::size_t columns, float bias, float* out) {
    for (std::size_t first = 0; first < rows; first += simd_width) {
        float const* at[simd_width];
        for (std::size_t r = 0; r < simd_width; ++r) {
            at[r] = x + std::min(first + r, rows - 1) * row;
        }
        native_lanes sum[simd_width];
#pragma GCC unroll 16
        for (std::size_t r = 0; r < simd_width; ++r) {
            sum[r] = native_lanes(0);
        }
        for (std::size_t column = 0; column < columns; column += simd_width) {
            native_lanes const weight = native_lanes::load(weights + column);
#pragma GCC unroll 16
            for (std::size_t r = 0; r < simd_width; ++r) {
                sum[r] = multiply_add(native_lanes::load(at[r] + column), weight, sum[r]);
            }
        }
        (sums_of_lanes(sum) + native_lanes(bias)).store(out + first);
    }
}

}  // namespace lockstep
