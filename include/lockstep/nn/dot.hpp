// SPDX-License-Identifier: MIT
// Dot products of many rows with a few: the layers with few outputs, where a tile would be mostly padding.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/nn/multiply.hpp>
#include <lockstep/nn/transpose.hpp>

namespace lockstep {

/// The factors and the results of dot_rows.
template <std::floating_point T>
struct dot_product {
    strided<T const> x;
    strided<T const> weights;
    T const* bias;  ///< of the first output, weights.row numbers from the next; null for none
    strided<T> out;
};

/// out[o][r] = bias[o] + sum over k < columns of x[r][k] * weights[o][k]; columns is a multiple of row_width. Writes whole
/// lanes, so rows of `out` have room for padded(rows). An element's bits depend on row r of x only.
template <std::floating_point T>
LOCKSTEP_NOINLINE void dot_rows(dot_product<T> const& p, std::size_t rows, std::size_t outputs, std::size_t columns) {
    using R = native_row<T>;
    constexpr std::size_t width = row_width<T>;
    for (std::size_t first = 0; first < rows; first += width) {
        T const* x[width];
        for (std::size_t r = 0; r < width; ++r) {
            x[r] = p.x.at(std::min(first + r, rows - 1), 0);
        }
        // All outputs while these rows are at hand.
        for (std::size_t o = 0; o < outputs; ++o) {
            T const* const weights = p.weights.at(o, 0);
            R sum[width];
#pragma GCC unroll 16
            for (std::size_t r = 0; r < width; ++r) {
                sum[r] = R(0);
            }
            for (std::size_t column = 0; column < columns; column += width) {
                R const weight = load_row<R>(weights + column);
#pragma GCC unroll 16
                for (std::size_t r = 0; r < width; ++r) {
                    sum[r] = multiply_add(load_row<R>(x[r] + column), weight, sum[r]);
                }
            }
            R const bias(p.bias == nullptr ? T(0) : p.bias[o * p.weights.row]);
            store_row(sums_of_lanes(sum) + bias, p.out.at(o, first));
        }
    }
}

}  // namespace lockstep
