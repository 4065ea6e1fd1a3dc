// SPDX-License-Identifier: MIT
// Transposes and sums across lanes, in registers.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>

namespace lockstep {

namespace detail {

/// Returns one half of each group of 2 * Width lanes of `a` and of `b`: the lower half if Half is 0, the upper half if it is 1.
/// In each group of the result, the lower half is from `a` and the upper half is from `b`.
template <std::size_t Width, std::size_t Half, int N, std::size_t... I>
LOCKSTEP_INLINE lanes<N> halves(lanes<N> const& a, lanes<N> const& b, std::index_sequence<I...>) {
    return {__builtin_shufflevector(a.v, b.v,
                                    static_cast<int>(I - I % (2 * Width) + Half * Width + I % Width + (I / Width % 2) * N)...)};
}

template <std::size_t Width, std::size_t Half, int N>
LOCKSTEP_INLINE lanes<N> halves(lanes<N> const& a, lanes<N> const& b) {
    return halves<Width, Half>(a, b, std::make_index_sequence<N>());
}

/// Returns, for each group of 2 * Width lanes, the sums of the lower half and the upper half: first those of `a`, then those of
/// `b`. One shuffle and one blend: on Intel a shuffle takes a port of the multiply-adds, and there is one such port.
template <std::size_t Width, int N, std::size_t... I>
LOCKSTEP_INLINE lanes<N> sums_of_halves(lanes<N> const& a, lanes<N> const& b, std::index_sequence<I...>) {
    constexpr auto is_upper = [](std::size_t i) { return i / Width % 2 == 1; };
    lanes<N> const own = {__builtin_shufflevector(a.v, b.v, static_cast<int>(is_upper(I) ? I + N : I)...)};
    lanes<N> const other = {__builtin_shufflevector(a.v, b.v, static_cast<int>(is_upper(I) ? I - Width + N : I + Width)...)};
    return own + other;
}

}  // namespace detail

/// Returns the sums of the lanes: lane i of the result is the sum of the lanes of x[i]. Neighbours are added, then neighbours of
/// these sums, until one sum is left. Overwrites x.
template <int N>
LOCKSTEP_INLINE lanes<N> sums_of_lanes(lanes<N> (&x)[N]) {
    auto const fold = [&]<std::size_t Width>(std::integral_constant<std::size_t, Width>) {
        if constexpr (Width < N) {
#pragma GCC unroll 8
            for (std::size_t i = 0; i < N / Width / 2; ++i) {
                x[i] = detail::sums_of_halves<Width>(x[2 * i], x[2 * i + 1], std::make_index_sequence<N>());
            }
        }
    };
    fold(std::integral_constant<std::size_t, 1>());
    fold(std::integral_constant<std::size_t, 2>());
    fold(std::integral_constant<std::size_t, 4>());
    fold(std::integral_constant<std::size_t, 8>());
    return x[0];
}

/// Returns the sum of one lane: the number itself.
template <std::floating_point R>
R sums_of_lanes(R (&x)[1]) {
    return x[0];
}

/// Sets to[c][r] = from[r][c] for native_width rows and columns. Each row begins from_stride or to_stride floats after the one
/// before.
inline void transpose(float const* from, std::size_t from_stride, float* to, std::size_t to_stride) {
    native_lanes x[native_width];
#pragma GCC unroll 16
    for (std::size_t i = 0; i < native_width; ++i) {
        x[i] = native_lanes::load(from + i * from_stride);
    }
    auto const exchange = [&]<std::size_t Width>(std::integral_constant<std::size_t, Width>) {
        if constexpr (Width < native_width) {
#pragma GCC unroll 16
            for (std::size_t i = 0; i < native_width; ++i) {
                if ((i & Width) == 0) {
                    native_lanes const a = x[i];
                    native_lanes const b = x[i + Width];
                    x[i] = detail::halves<Width, 0>(a, b);
                    x[i + Width] = detail::halves<Width, 1>(a, b);
                }
            }
        }
    };
    exchange(std::integral_constant<std::size_t, 1>());
    exchange(std::integral_constant<std::size_t, 2>());
    exchange(std::integral_constant<std::size_t, 4>());
    exchange(std::integral_constant<std::size_t, 8>());
#pragma GCC unroll 16
    for (std::size_t i = 0; i < native_width; ++i) {
        x[i].store(to + i * to_stride);
    }
}

/// Does the same in the text of a kernel.
template <class From, class To>
    requires requires(From const& from) { from.is_null(); }
void transpose(From const& from, std::size_t from_stride, To const& to, std::size_t to_stride) {
    From::world::transpose(from, from_stride, to, to_stride);
}

/// Does the same for one row and one column, because doubles are in packs of one.
inline void transpose(double const* from, std::size_t, double* to, std::size_t) { *to = *from; }

}  // namespace lockstep
