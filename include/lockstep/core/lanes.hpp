// SPDX-License-Identifier: MIT
// lanes<N>: N floats that are computed in lockstep, by the vector extensions of g++ and clang. Every operator is one instruction
// if the machine has one for N floats (16 lanes with AVX-512, 8 with AVX, 4 with NEON and SSE), and several otherwise.
// Arithmetic without an operator is in core/lanes/instructions.hpp.
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>

#include <lockstep/core/lanes/instructions.hpp>
#include <lockstep/core/lanes/machine.hpp>
#include <lockstep/core/lanes/mask.hpp>
#include <lockstep/core/lanes/vector_types.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>

namespace lockstep {

/// N floats that are computed in lockstep, one in each lane. operator[] reads a lane, and set() writes a lane.
template <int N>
struct lanes {
    static constexpr int width = N;
    using vector = typename vector_types<N>::number;
    using packed = typename vector_types<N>::packed;
    vector v;

    lanes() = default;
    LOCKSTEP_INLINE constexpr lanes(vector x) : v(x) {}
    // Subtracts 0 rather than adding 0, because a compiler folds x - 0 to a broadcast. It cannot fold x + 0: for x = -0 this sum
    // is +0.
    template <class T>
        requires(std::is_arithmetic_v<T>)
    LOCKSTEP_INLINE constexpr explicit lanes(T x) : v(static_cast<float>(x) - vector{}) {}

    LOCKSTEP_INLINE static lanes load(float const* from) { return {vector(*reinterpret_cast<packed const*>(from))}; }
    LOCKSTEP_INLINE void store(float* to) const { *reinterpret_cast<packed*>(to) = v; }

    LOCKSTEP_INLINE float operator[](std::size_t lane) const { return v[lane]; }
    LOCKSTEP_INLINE void set(std::size_t lane, float x) { v[lane] = x; }

    friend LOCKSTEP_INLINE lanes operator+(lanes const& a, lanes const& b) { return {a.v + b.v}; }
    friend LOCKSTEP_INLINE lanes operator-(lanes const& a, lanes const& b) { return {a.v - b.v}; }
    friend LOCKSTEP_INLINE lanes operator*(lanes const& a, lanes const& b) { return {a.v * b.v}; }
    friend LOCKSTEP_INLINE lanes operator/(lanes const& a, lanes const& b) { return {a.v / b.v}; }
    friend LOCKSTEP_INLINE lanes operator-(lanes const& a) { return {-a.v}; }
    LOCKSTEP_INLINE lanes& operator+=(lanes const& b) {
        v += b.v;
        return *this;
    }
    LOCKSTEP_INLINE lanes& operator-=(lanes const& b) {
        v -= b.v;
        return *this;
    }
    LOCKSTEP_INLINE lanes& operator*=(lanes const& b) {
        v *= b.v;
        return *this;
    }
    LOCKSTEP_INLINE lanes& operator/=(lanes const& b) {
        v /= b.v;
        return *this;
    }

    // Lanes mix with no plain number, and the standard library has no function of them. Such code would convert lanes to double:
    // then a compiler's error message shows this line, and the comment on it says what to write.
    operator double() const = delete;  // write R(2) * x and x < R(2), not 2 * x and x < 2; ls::sin(x), not std::sin(x)

    friend LOCKSTEP_INLINE lane_mask<N> operator<(lanes const& a, lanes const& b) { return lane_mask<N>(a.v < b.v); }
    friend LOCKSTEP_INLINE lane_mask<N> operator>(lanes const& a, lanes const& b) { return lane_mask<N>(a.v > b.v); }
    friend LOCKSTEP_INLINE lane_mask<N> operator<=(lanes const& a, lanes const& b) { return lane_mask<N>(a.v <= b.v); }
    friend LOCKSTEP_INLINE lane_mask<N> operator>=(lanes const& a, lanes const& b) { return lane_mask<N>(a.v >= b.v); }
    friend LOCKSTEP_INLINE lane_mask<N> operator==(lanes const& a, lanes const& b) { return lane_mask<N>(a.v == b.v); }
    friend LOCKSTEP_INLINE lane_mask<N> operator!=(lanes const& a, lanes const& b) { return lane_mask<N>(a.v != b.v); }
};

template <int N>
void select(lane_mask<N> const&, double, auto const&) = delete;  // write select(mask, R(2), x), not select(mask, 2, x)

template <int N>
struct number_traits<lanes<N>> : lane_instructions<N> {
    using R = lanes<N>;
    using mask = lane_mask<N>;
    using bits = typename mask::vector;
    using words = typename vector_types<N>::words;

    LOCKSTEP_INLINE static R constant(double value) { return R(value); }
    LOCKSTEP_INLINE static R select(mask const& m, R const& a, R const& b) { return {m.v ? a.v : b.v}; }
    LOCKSTEP_INLINE static R abs(R const& a) { return from_bits(to_bits(a) & 0x7fffffff); }

    LOCKSTEP_INLINE static R scale(R const& a, R const& n) {
        return {(typename R::vector)((words)a.v + ((words)to_integer(n) << 23))};
    }
    LOCKSTEP_INLINE static R exponent(R const& a) { return to_float((bits)((words)a.v - 0x3f3504f3u) >> 23); }

    /// Returns the whole number `a` as an index. `a` must be the same in all lanes.
    LOCKSTEP_INLINE static std::size_t index(R const& a) { return static_cast<std::size_t>(a[0]); }
    /// Writes lane i of `value` to lane i of to[place[i]]. A lane whose place is below zero writes nothing.
    LOCKSTEP_INLINE static void scatter(R* to, R const& place, R const& value) {
        if constexpr (requires { machine::scatter(to, place.v, value.v); }) {
            machine::scatter(to, place.v, value.v);
        } else {
            scatter_one_by_one(to, place, value);
        }
    }

    LOCKSTEP_INLINE static R empty_word() { return R(0); }
    LOCKSTEP_INLINE static mask bit(R const& word, int k) { return mask((to_bits(word) & flag(k)) != 0); }
    LOCKSTEP_INLINE static R with_bit(R const& word, mask const& m, int k) { return from_bits(to_bits(word) | (m.v & flag(k))); }
    LOCKSTEP_INLINE static mask differ(R const& a, R const& b) { return mask(to_bits(a) != to_bits(b)); }
    LOCKSTEP_INLINE static R flip_first_difference(R const& a, R const& b) {
        words const between = (words)a.v ^ (words)b.v;
        return {(typename R::vector)((words)a.v ^ (between & -between))};
    }

    LOCKSTEP_INLINE static bits to_bits(R const& a) { return (bits)a.v; }
    LOCKSTEP_INLINE static R from_bits(bits const& b) { return {(typename R::vector)b}; }
    LOCKSTEP_INLINE static bits to_integer(R const& a) { return __builtin_convertvector(a.v, bits); }
    LOCKSTEP_INLINE static R to_float(bits const& b) { return {__builtin_convertvector(b, typename R::vector)}; }

private:
    LOCKSTEP_INLINE static bits flag(int k) { return (bits)(words{} + (1u << k)); }

    // Not inline, since a program may have many scatters.
    LOCKSTEP_NOINLINE static void scatter_one_by_one(R* to, R const& place, R const& value) {
        for (std::size_t i = 0; i < N; ++i) {
            if (!(place[i] < 0)) {
                to[static_cast<std::size_t>(place[i])].set(i, value[i]);
            }
        }
    }
};
static_assert(real<lanes<2>> && real<lanes<4>> && real<lanes<8>> && real<lanes<16>>);

/// The number of floats that one instruction adds on the processor for which this build is compiled.
#if defined(__AVX512F__)
inline constexpr int native_width = 16;
#elif defined(__AVX__)
inline constexpr int native_width = 8;
#else
inline constexpr int native_width = 4;
#endif
using native_lanes = lanes<native_width>;

template <class R>
inline constexpr int width_of = 1;
template <int N>
inline constexpr int width_of<lanes<N>> = N;

/// The type of a pack of T: native_lanes for float. For other types it is T itself: such numbers, for example the doubles of a
/// reference, are computed one by one.
template <std::floating_point T>
using native_pack = std::conditional_t<std::same_as<T, float>, native_lanes, T>;

/// The number of neighbouring environments in a group. Their samples stay together wherever this affects a result, for example
/// when samples are shuffled. A group consists of whole packs of lanes on every build.
inline constexpr std::size_t sample_group = 16;
/// The number of packs of T in a group. The reference in doubles has groups of one environment, so for double it is 1.
template <class T>
inline constexpr std::size_t group_packs = std::same_as<T, float> ? sample_group / native_width : 1;

/// load_pack loads width_of<R> numbers from memory, and store_pack stores them. The address needs only the alignment of T.
template <real R, class T>
LOCKSTEP_INLINE R load_pack(T const* from) {
    if constexpr (width_of<R> == 1) {
        return *from;
    } else {
        return R::load(from);
    }
}
template <real R, class T>
LOCKSTEP_INLINE void store_pack(R const& x, T* to) {
    if constexpr (width_of<R> == 1) {
        *to = x;
    } else {
        x.store(to);
    }
}

/// Returns lane `lane` of a number. A scalar has one lane: the scalar itself.
template <real R>
LOCKSTEP_INLINE auto lane(R const& x, [[maybe_unused]] std::size_t lane) {
    if constexpr (width_of<R> == 1) {
        return x;
    } else {
        return x[lane];
    }
}

/// Returns the sum of the lanes of a number, added in the order of the lanes.
template <real R>
LOCKSTEP_INLINE auto sum_of_lanes(R const& x) {
    auto sum = lane(x, 0);
    for (std::size_t l = 1; l < width_of<R>; ++l) {
        sum += lane(x, l);
    }
    return sum;
}

}  // namespace lockstep
