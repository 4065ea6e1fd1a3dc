// SPDX-License-Identifier: MIT
// The product of small matrices on one core. A layer of a network needs it three times: forward, backward, and for the gradient
// of the weights. Only the strides differ. Scalars of one factor are multiplied with packs of lanes of the other.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/world.hpp>

namespace lockstep {

/// How many numbers of type T a pack has. A network computes with floats, in lanes; with doubles, one by one, as the reference
/// for tests; or with the numbers of a world in which a kernel writes its text.
template <class T>
inline constexpr std::size_t pack_width = world_t<T>::width;

/// Parameters and activations are padded to a cache line of floats on every build, so that layouts do not depend on the width of
/// lanes. Doubles are not padded.
template <class T = float>
inline constexpr std::size_t padding = std::same_as<T, double> ? 1 : 16;

/// Returns n, rounded up to a multiple of `padding`.
template <class T = float>
constexpr std::size_t padded(std::size_t n) {
    return (n + padding<T> - 1) / padding<T> * padding<T>;
}

/// Returns n, rounded up to a multiple of pack_width.
template <class T = float>
constexpr std::size_t whole_packs(std::size_t n) {
    return (n + pack_width<T> - 1) / pack_width<T> * pack_width<T>;
}

/// Returns a * b + c: rounded once if the processor has one instruction for it, else twice. On one build the rounding is always
/// the same.
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

/// A matrix that is read one element at a time, as it is or transposed: element (r, k) is data[r * stride + k * step].
template <class T>
struct scalars {
    pointer_t<T const> data;
    std::size_t stride;
    std::size_t step;

    static constexpr scalars of(strided<T const> m) { return {m.data, m.stride, 1}; }
    static constexpr scalars transposed(strided<T const> m) { return {m.data, 1, m.stride}; }
};

/// The product out[r][c] = start[r][c] + sum over k < depth of a(r, k) * b[k][c]. The columns c are in lanes. Without `start` the
/// sum begins at zero. `out` may be the same memory as `start`; no other matrices may overlap.
template <class T>
struct product {
    scalars<T> a;
    strided<T const> b;
    index_t<T> depth;
    strided<T> out;
    strided<T const> start = {nullptr, 0};
};

namespace detail {

// This many accumulators hide the latency of the adder, and leave registers for a row of b and one scalar of a.
#if defined(__AVX512F__) || defined(__aarch64__)
inline constexpr std::size_t tile_columns = 4;
#else
inline constexpr std::size_t tile_columns = 2;
#endif
inline constexpr std::size_t tile_rows = 6;
inline constexpr std::size_t tall_rows = 8;  ///< of tiles with at most half as many columns, which have registers for more sums

/// A tile of all columns fetches rows of `b` into the first cache so many rows before it needs them, because processors do not
/// foresee reads that are a row apart. With a transposed `a`, products are short or come in parts (part_depth), so the rows are
/// there already.
inline constexpr std::size_t rows_ahead = 6;

/// Computes Rows x Columns vectors of the product, from (row, column) on. Each element is one chain of multiply_add over k in
/// order, so its bits do not depend on the tile that computes it.
template <std::floating_point T, real R, std::size_t Rows, std::size_t Columns>
LOCKSTEP_NOINLINE void multiply_tile(product<T> const& p, std::size_t row, std::size_t column) {
    constexpr std::size_t width = width_of<R>;
    R sum[Rows][Columns];
    if (p.start.data == nullptr) {
#pragma GCC unroll 8
        for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
            for (std::size_t c = 0; c < Columns; ++c) {
                sum[r][c] = R(0);
            }
        }
    } else {
        strided<T const> const start = {p.start.at(row, column), p.start.stride};
#pragma GCC unroll 8
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
    bool const fetches = Columns == tile_columns && a_step == 1;
    for (std::size_t k = p.depth; k > 0; --k, a += a_step, b += b_stride) {
        R b_k[Columns];
        if (fetches) {
#pragma GCC unroll 4
            for (std::size_t c = 0; c < Columns; ++c) {
                __builtin_prefetch(b + rows_ahead * b_stride + c * width);
            }
        }
#pragma GCC unroll 4
        for (std::size_t c = 0; c < Columns; ++c) {
            b_k[c] = load_pack<R>(b + c * width);
        }
#pragma GCC unroll 8
        for (std::size_t r = 0; r < Rows; ++r) {
            R const a_rk(a[r * a_stride]);
#pragma GCC unroll 4
            for (std::size_t c = 0; c < Columns; ++c) {
                sum[r][c] = multiply_add(a_rk, b_k[c], sum[r][c]);
            }
        }
    }
    strided<T> const out = {p.out.at(row, column), p.out.stride};
#pragma GCC unroll 8
    for (std::size_t r = 0; r < Rows; ++r) {
#pragma GCC unroll 4
        for (std::size_t c = 0; c < Columns; ++c) {
            store_pack(sum[r][c], out.at(r, c * width));
        }
    }
}

template <std::floating_point T>
using tile_function = void (*)(product<T> const&, std::size_t, std::size_t);

/// The functions multiply_tile for 1 to tile_rows rows of 1, 2, 4, ... vectors, up to tile_columns, and after each of these the
/// one for tall_rows rows, or, if its sums would not fit in the registers, again for tile_rows rows.
template <std::floating_point T, real R, std::size_t... I>
constexpr std::array<tile_function<T>, sizeof...(I)> every_tile(std::index_sequence<I...>) {
    constexpr auto columns = [](std::size_t i) { return std::size_t(1) << i / (tile_rows + 1); };
    constexpr auto rows = [columns](std::size_t i) {
        std::size_t const row = i % (tile_rows + 1) + 1;
        return row <= tile_rows ? row : 2 * columns(i) <= tile_columns ? tall_rows : tile_rows;
    };
    return {multiply_tile<T, R, rows(I), columns(I)>...};
}
template <std::floating_point T, real R>
inline constexpr auto tiles = every_tile<T, R>(std::make_index_sequence<(tile_rows + 1) * std::bit_width(tile_columns)>());

/// Returns the height of the next tile of a column with `left` rows. In narrow columns most tiles are tall, for more sums in
/// flight. The last two have nearly the same height, because a tile of few rows would have too few.
constexpr std::size_t tile_height(std::size_t left, bool may_be_tall) {
    if (may_be_tall && (left % tall_rows == 0 || left > 2 * tile_rows)) {
        return tall_rows;
    }
    return left <= tile_rows ? left : left < 2 * tile_rows ? (left + 1) / 2 : tile_rows;
}

/// Computes rows [begin, end) of the product, one column of tiles after another.
template <std::floating_point T, real R, class Finish>
LOCKSTEP_INLINE void multiply_rows(product<T> const& p, std::size_t begin, std::size_t end, std::size_t columns, Finish finish) {
    for (std::size_t column = 0; column < columns;) {
        std::size_t const width = std::bit_floor(std::min(tile_columns, (columns - column) / width_of<R>));
        auto const* const of_width = tiles<T, R>.data() + std::countr_zero(width) * (tile_rows + 1);
        for (std::size_t row = begin; row < end;) {
            std::size_t const height = tile_height(end - row, 2 * width <= tile_columns);
            of_width[std::min(height - 1, tile_rows)](p, row, column);
            for (std::size_t r = 0; r < height; ++r, ++row) {
                finish(row, column, width * width_of<R>);
            }
        }
        column += width * width_of<R>;
    }
}

/// Each column of tiles reads all of `a`. If `a` is transposed and has more bytes than this, the product is computed in parts of
/// its depth. Then a part of `a` stays in the second cache, and the part of `b` that a column of tiles reads in the first.
inline constexpr std::size_t most_transposed_bytes = std::size_t(1) << 19;
inline constexpr std::size_t part_depth = 96;

template <class T>
constexpr bool has_parts(product<T> const& p) {
    return p.a.step > 1 && p.depth * p.a.step * sizeof(T) > most_transposed_bytes;
}

/// Computes all parts of a product but the last, and returns that one, which goes on from their sums.
template <std::floating_point T, real R>
LOCKSTEP_NOINLINE product<T> multiply_to_last_part(product<T> rest, std::size_t begin, std::size_t end, std::size_t columns) {
    while (rest.depth > part_depth) {
        product<T> part = rest;
        part.depth = part_depth;
        multiply_rows<T, R>(part, begin, end, columns, [](std::size_t, std::size_t, std::size_t) {});
        rest.a.data += part_depth * rest.a.step;
        rest.b.data += part_depth * rest.b.stride;
        rest.depth -= part_depth;
        rest.start = rest.out;
    }
    return rest;
}

}  // namespace detail

/// Computes rows [begin, end) and the first `columns` columns of the product. `columns` must be a multiple of pack_width.
/// Calls `finish(row, column, n)` for each piece out[row][column, column + n) when it is complete. The processor does so after
/// each tile, while the piece is in the cache. In the text of a kernel a piece is a whole row, and `finish` comes after the
/// whole product.
template <class T, real R = pack_t<T>, class Finish>
LOCKSTEP_INLINE void multiply(product<T> const& p, index_t<T> const& begin, index_t<T> const& end, std::size_t columns,
                              Finish finish) {
    if constexpr (!world_t<T>::is_native) {
        world_t<T>::multiply(p, begin, end, columns);
        for (auto const i : world_t<T>::shared_range(end - begin)) {
            finish(begin + i, 0, columns);
        }
    } else {
        // A product without parts is not copied: a copy in wide registers waits for numbers that were stored one by one.
        product<T> last_part;
        bool const has_parts = detail::has_parts(p);
        if (has_parts) {
            last_part = detail::multiply_to_last_part<T, R>(p, begin, end, columns);
        }
        detail::multiply_rows<T, R>(has_parts ? last_part : p, begin, end, columns, finish);
    }
}

/// Computes the same product without `finish`. Not inline, so that a program compiles it once.
template <class T, real R = pack_t<T>>
LOCKSTEP_NOINLINE void multiply(product<T> const& p, index_t<T> const& begin, index_t<T> const& end, std::size_t columns) {
    if constexpr (!world_t<T>::is_native) {
        world_t<T>::multiply(p, begin, end, columns);
    } else {
        multiply<T, R>(p, begin, end, columns, [](std::size_t, std::size_t, std::size_t) {});
    }
}

}  // namespace lockstep
