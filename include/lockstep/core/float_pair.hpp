// SPDX-License-Identifier: MIT
// Numbers with a significand of about 48 bits, each made of two floats, for devices without double. A pair stands for the exact
// sum of its two floats. The algorithms are those of Joldes, Muller and Popescu (2017, "Tight and rigorous error bounds for basic
// building blocks of double-word arithmetic").
#pragma once

#include <concepts>
#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>

namespace lockstep {

template <class S>
struct basic_float_pair;

namespace detail {

/// Returns a + b exactly. Either |a| must be at least |b|, or a must be 0.
template <class S>
LOCKSTEP_INLINE basic_float_pair<S> quick_two_sum(S const& a, S const& b) {
    S const sum = a + b;
    return {sum, b - (sum - a)};
}

/// Returns a + b exactly.
template <class S>
LOCKSTEP_INLINE basic_float_pair<S> two_sum(S const& a, S const& b) {
    S const sum = a + b;
    S const of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// Returns a * b exactly.
template <class S>
LOCKSTEP_INLINE basic_float_pair<S> two_product(S const& a, S const& b) {
    S const product = a * b;
    return {product, fma(a, b, -product)};
}

}  // namespace detail

/// The number high + low. S is the scalar type of a world (core/native_world.hpp). `high` is the float that is nearest to this
/// number. The relative error of an operation is below 1e-13 if the magnitudes of all numbers and products are between 1e-24 and
/// 1e34. If any magnitude is smaller, the error is that of floats. Sums and products of whole numbers are exact below 2^46. No
/// compiler changes a bit, because products that are added are explicit multiply-adds, and no compiler may reassociate.
template <class S>
struct basic_float_pair {
    S high;
    S low;

    basic_float_pair() = default;
    LOCKSTEP_INLINE constexpr basic_float_pair(S const& number, S const& rest = S(0)) : high(number), low(rest) {}

    /// Returns the whole number `count` as a pair. The pair is exact if the number is below 2^48.
    LOCKSTEP_INLINE static basic_float_pair of(std::size_t count)
        requires std::same_as<S, float>
    {
        float const nearest = static_cast<float>(count);
        auto const whole = static_cast<std::size_t>(nearest);
        return {nearest, whole < count ? static_cast<float>(count - whole) : -static_cast<float>(whole - count)};
    }

    friend LOCKSTEP_INLINE basic_float_pair operator-(basic_float_pair const& a) { return {-a.high, -a.low}; }

    friend LOCKSTEP_INLINE basic_float_pair operator+(basic_float_pair const& a, basic_float_pair const& b) {  // algorithm 6
        basic_float_pair const upper = detail::two_sum(a.high, b.high);
        basic_float_pair const lower = detail::two_sum(a.low, b.low);
        basic_float_pair const sum = detail::quick_two_sum(upper.high, upper.low + lower.high);
        return detail::quick_two_sum(sum.high, lower.low + sum.low);
    }
    friend LOCKSTEP_INLINE basic_float_pair operator+(basic_float_pair const& a, S const& b) {  // algorithm 4
        basic_float_pair const sum = detail::two_sum(a.high, b);
        return detail::quick_two_sum(sum.high, a.low + sum.low);
    }
    friend LOCKSTEP_INLINE basic_float_pair operator-(basic_float_pair const& a, basic_float_pair const& b) { return a + -b; }

    friend LOCKSTEP_INLINE basic_float_pair operator*(basic_float_pair const& a, basic_float_pair const& b) {  // algorithm 12
        basic_float_pair const upper = detail::two_product(a.high, b.high);
        S const lower = fma(a.low, b.high, fma(a.high, b.low, a.low * b.low));
        return detail::quick_two_sum(upper.high, upper.low + lower);
    }

    friend LOCKSTEP_INLINE basic_float_pair operator/(basic_float_pair const& a, basic_float_pair const& b) {  // algorithm 17
        S const quotient = a.high / b.high;
        basic_float_pair const product = b * basic_float_pair(quotient);
        S const rest = (a.high - product.high) + (a.low - product.low);
        return detail::quick_two_sum(quotient, rest / b.high);
    }

    friend LOCKSTEP_INLINE auto operator<(basic_float_pair const& a, basic_float_pair const& b) {
        return a.high < b.high || (a.high == b.high && a.low < b.low);
    }
};
using float_pair = basic_float_pair<float>;

}  // namespace lockstep
