// SPDX-License-Identifier: MIT
// Dot products of many rows with a few rows: for layers with few outputs, where a tile would be mostly padding.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/world.hpp>
#include <lockstep/nn/products/multiply.hpp>
#include <lockstep/nn/products/transpose.hpp>

namespace lockstep {

/// The factors and the results of dot_rows.
template <class T>
struct dot_product {
    strided<T const> x;
    strided<T const> weights;
    pointer_t<T const> bias;  ///< that of output o is bias[o * weights.stride]; null: no bias
    strided<T> out;
};

namespace detail {

/// Computes dot_rows for the pack of rows from `first` on. Rows that are missing in the last pack count as the last row.
template <real R, bool IsWhole, std::floating_point T>
LOCKSTEP_INLINE void dot_pack(dot_product<T> const& p, std::size_t first, std::size_t rows, std::size_t outputs,
                              std::size_t columns) {
    constexpr std::size_t width = width_of<R>, half = (width + 1) / 2;
    constexpr std::size_t parts = padding<T> / width;  // each takes its own k, so that its sums fit in registers
    T const* x[width];
    for (std::size_t r = 0; r < width; ++r) {
        x[r] = p.x.at(std::min(first + r, rows - 1), 0);
    }
    // All outputs while these rows are in the cache.
    for (std::size_t o = 0; o < outputs; ++o) {
        T const* const weights = p.weights.at(o, 0);
        R total[parts];
#pragma GCC unroll 4
        for (std::size_t part = 0; part < parts; ++part) {
            R sum[width];
#pragma GCC unroll 16
            for (std::size_t r = 0; r < width; ++r) {
                sum[r] = R(0);
            }
            for (std::size_t column = part * width; column < columns; column += padding<T>) {
                R const weight = load_pack<R>(weights + column);
#pragma GCC unroll 16
                for (std::size_t r = 0; r < width; ++r) {
                    // A few multiples of the stride, in registers, reach all rows of a whole pack from two of them.
                    T const* const row = IsWhole ? x[r - r % half] + r % half * p.x.stride : x[r];
                    sum[r] = multiply_add(load_pack<R>(row + column), weight, sum[r]);
                }
            }
            total[part] = sums_of_lanes(sum);
        }
        for (std::size_t left = parts / 2; left > 0; left /= 2) {
            for (std::size_t i = 0; i < left; ++i) {
                total[i] = total[2 * i] + total[2 * i + 1];
            }
        }
        R const bias(p.bias == nullptr ? T(0) : p.bias[o * p.weights.stride]);
        store_pack(total[0] + bias, p.out.at(o, first));
    }
}

}  // namespace detail

/// Computes out[o][r] = bias[o] + sum over k < columns of x[r][k] * weights[o][k]. `columns` must be a multiple of pack_width.
/// dot_rows writes whole packs of lanes, so the rows of `out` must have room for whole_packs(rows) numbers. In the text of a
/// kernel it also reads whole_packs(rows) rows of `x`. The bits of out[o][r] depend neither on other rows of x nor on the width
/// of R. All k with the same remainder by `padding` are one chain of multiply_add in their order. Then neighbouring sums are
/// added (0 and 1, 2 and 3, ...), then neighbours of these sums, and so on, and at last the bias.
template <class T>
    requires(!world_t<T>::is_native)
void dot_rows(dot_product<T> const& p, index_t<T> const& rows, std::size_t outputs, std::size_t columns) {
    world_t<T>::dot_rows(p, rows, outputs, columns);
}
template <std::floating_point T, real R = native_pack<T>>
LOCKSTEP_NOINLINE void dot_rows(dot_product<T> const& p, std::size_t rows, std::size_t outputs, std::size_t columns) {
    constexpr std::size_t width = width_of<R>;
    std::size_t first = 0;
    for (; first + width <= rows; first += width) {
        detail::dot_pack<R, true>(p, first, rows, outputs, columns);
    }
    if (first < rows) {
        detail::dot_pack<R, false>(p, first, rows, outputs, columns);
    }
}

}  // namespace lockstep
