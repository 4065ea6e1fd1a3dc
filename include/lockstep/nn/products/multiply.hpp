// SPDX-License-Identifier: MIT
// The product of small matrices on one core. A layer of a network needs it three times: forward, backward, and for the gradient
// of the weights. Only the strides differ. Scalars of one factor are multiplied with packs of lanes of the other.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/world.hpp>

namespace lockstep {

/// Networks are of floats, in lanes; of doubles, one by one, as the reference that they are tested with; or of a world, in which
/// a kernel writes its text.
template <class T>
inline constexpr std::size_t pack_width = world_t<T>::width;

/// Parameters and activations are padded to a cache line of floats on every build, so that layouts do not depend on the width of
/// its lanes; doubles are not padded.
template <class T = float>
inline constexpr std::size_t padding = std::same_as<T, double> ? 1 : 16;

/// n numbers with their padding.
template <class T = float>
constexpr std::size_t padded(std::size_t n) {
    return (n + padding<T> - 1) / padding<T> * padding<T>;
}

/// n samples as whole packs of lanes.
template <class T = float>
constexpr std::size_t whole_packs(std::size_t n) {
    return (n + pack_width<T> - 1) / pack_width<T> * pack_width<T>;
}

/// a * b + c: rounded once where the processor does that in one instruction, else twice. Always the same on one build.
template <real R>
LOCKSTEP_INLINE R multiply_add(R const& a, R const& b, R const& c) {
#if defined(__FMA__) || (defined(__ARM_NEON) && defined(__aarch64__)) || defined(__wasm_relaxed_simd__)
    return fma(a, b, c);
#else
    return a * b + c;
#endif
}

/// A matrix whose row r begins at data + r * stride.
template <class T>
struct strided {
    using index = index_t<std::remove_const_t<T>>;
    pointer_t<T> data;
    std::size_t stride;

    LOCKSTEP_INLINE constexpr pointer_t<T> at(index const& r, index const& c) const { return data + (r * stride + c); }
    constexpr operator strided<T const>() const { return {data, stride}; }
};

/// A matrix read one element at a time, either way round: element (r, k) is data[r * stride + k * step].
template <class T>
struct scalars {
    pointer_t<T const> data;
    std::size_t stride;
    std::size_t step;

    static constexpr scalars of(strided<T const> m) { return {m.data, m.stride, 1}; }
    static constexpr scalars transposed(strided<T const> m) { return {m.data, 1, m.stride}; }
};

/// out[r][c] = start[r][c] + sum over k < depth of a(r, k) * b[k][c]; c runs over lanes. Without `start` the sum begins at
/// zero. `out` may be `start`; else nothing overlaps.
template <class T>
struct product {
    scalars<T> a;
    strided<T const> b;
    index_t<T> depth;
    strided<T> out;
    strided<T const> start = {nullptr, 0};
};

namespace detail {

// As many accumulators as hide the latency of the adder and leave registers for a row of b and one scalar of a.
#if defined(__AVX512F__) || defined(__aarch64__)
inline constexpr std::size_t tile_columns = 4;
#else
inline constexpr std::size_t tile_columns = 2;
#endif
inline constexpr std::size_t tile_rows = 6;

struct no_change {
    template <class R>
    LOCKSTEP_INLINE R const& operator()(R const& x, std::size_t, std::size_t) const {
        return x;
    }
};

/// Rows x Columns vectors of the product, from (row, column) on, as `change` leaves them. Each element is one chain of
/// multiply_add over k in order, so its bits do not depend on the tile that computes it.
template <std::floating_point T, real R, std::size_t Rows, std::size_t Columns, class Change>
LOCKSTEP_NOINLINE void multiply_tile(product<T> const& p, std::size_t row, std::size_t column, Change const& change) {
    constexpr std::size_t width = width_of<R>;
    R sum[Rows][Columns];
    if (p.start.data == nullptr) {
#pragma GCC unroll 6
        for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
            for (std::size_t c = 0; c < Columns; ++c) {
                sum[r][c] = R(0);
            }
        }
    } else {
        strided<T const> const start = {p.start.at(row, column), p.start.stride};
#pragma GCC unroll 6
        for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
            for (std::size_t c = 0; c < Columns; ++c) {
                sum[r][c] = load_pack<R>(start.at(r, c * width));
            }
        }
    }
    T const* a = p.a.data + row * p.a.stride;
    T const* b = p.b.data + column;
    std::size_t const a_stride = p.a.stride;
    std::size_t const a_step = p.a.step;
    std::size_t const b_stride = p.b.stride;
    for (std::size_t k = p.depth; k > 0; --k, a += a_step, b += b_stride) {
        R b_k[Columns];
#pragma GCC unroll 4
        for (std::size_t c = 0; c < Columns; ++c) {
            b_k[c] = load_pack<R>(b + c * width);
        }
#pragma GCC unroll 6
        for (std::size_t r = 0; r < Rows; ++r) {
            R const a_rk(a[r * a_stride]);
#pragma GCC unroll 4
            for (std::size_t c = 0; c < Columns; ++c) {
                sum[r][c] = multiply_add(a_rk, b_k[c], sum[r][c]);
            }
        }
    }
    strided<T> const out = {p.out.at(row, column), p.out.stride};
#pragma GCC unroll 6
    for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
        for (std::size_t c = 0; c < Columns; ++c) {
            store_pack(change(sum[r][c], row + r, column + c * width), out.at(r, c * width));
        }
    }
}

template <std::floating_point T, class Change>
using tile_function = void (*)(product<T> const&, std::size_t, std::size_t, Change const&);

template <std::floating_point T, real R, class Change, std::size_t First, std::size_t... I>
constexpr std::array<tile_function<T, Change>, sizeof...(I)> every_tile(std::index_sequence<I...>) {
    return {multiply_tile<T, R, (First + I) % tile_rows + 1, (First + I) / tile_rows + 1, Change>...};
}

inline constexpr std::size_t narrow_tile_count = tile_rows * (tile_columns - 1);
/// multiply_tile for 1 to tile_rows rows of one vector, then of two, ..., without those of tile_columns vectors.
template <std::floating_point T, real R>
inline constexpr auto narrow_tiles = every_tile<T, R, no_change, 0>(std::make_index_sequence<narrow_tile_count>());
/// The same for tile_columns vectors.
template <std::floating_point T, real R, class Change>
inline constexpr auto whole_tiles = every_tile<T, R, Change, narrow_tile_count>(std::make_index_sequence<tile_rows>());

/// Changes n numbers of a row that are stored already.
template <class T, real R, class Change>
LOCKSTEP_INLINE void change_stored(strided<T> const& out, index_t<T> const& row, std::size_t column, std::size_t n,
                                   Change const& change) {
    auto const piece = out.at(row, column);
    for (std::size_t i = 0; i < n; i += width_of<R>) {
        store_pack(change(load_pack<R>(piece + i), row, column + i), piece + i);
    }
}

/// Equal tiles: a small remainder would have too few sums in flight.
template <std::floating_point T, real R, class Change>
LOCKSTEP_INLINE void multiply_tiles(product<T> const& p, std::size_t begin, std::size_t end, std::size_t columns,
                                    Change const& change) {
    if (begin >= end) {
        return;
    }
    std::size_t const count = (end - begin + tile_rows - 1) / tile_rows;
    std::size_t const rows = (end - begin) / count;
    std::size_t const larger = (end - begin) % count;  // so many tiles have one row more
    for (std::size_t column = 0; column < columns; column += tile_columns * width_of<R>) {
        std::size_t const width = std::min(tile_columns, (columns - column) / width_of<R>);
        std::size_t row = begin;
        for (std::size_t i = 0; i < count; ++i) {
            std::size_t const height = rows + (i < larger ? 1 : 0);
            if (width == tile_columns) {
                whole_tiles<T, R, Change>[height - 1](p, row, column, change);
            } else {
                // With every change they would take a compiler three more times as long.
                narrow_tiles<T, R>[(width - 1) * tile_rows + height - 1](p, row, column, no_change());
                for (std::size_t r = 0; r < height && !std::same_as<Change, no_change>; ++r) {
                    change_stored<T, R>(p.out, row + r, column, width * width_of<R>, change);
                }
            }
            row += height;
        }
    }
}

}  // namespace detail

/// Rows [begin, end) and the first `columns` (a multiple of pack_width) columns of the product. What is stored of each pack of
/// sums is `change(sums, row, column)`, where (row, column) is the place of the first of them.
template <class T, real R = pack_t<T>, class Change>
LOCKSTEP_INLINE void multiply(product<T> const& p, index_t<T> const& begin, index_t<T> const& end, std::size_t columns,
                              Change const& change) {
    if constexpr (!world_t<T>::is_native) {
        world_t<T>::multiply(p, begin, end, columns);
        for (auto const i : world_t<T>::shared_range(end - begin)) {
            detail::change_stored<T, R>(p.out, begin + i, 0, columns, change);
        }
    } else {
        detail::multiply_tiles<T, R>(p, begin, end, columns, change);
    }
}

/// As above, with the sums as they are.
template <class T, real R = pack_t<T>>
void multiply(product<T> const& p, index_t<T> const& begin, index_t<T> const& end, std::size_t columns) {
    if constexpr (!world_t<T>::is_native) {
        world_t<T>::multiply(p, begin, end, columns);
    } else {
        detail::multiply_tiles<T, R>(p, begin, end, columns, detail::no_change());
    }
}

}  // namespace lockstep
