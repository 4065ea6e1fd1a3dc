// SPDX-License-Identifier: MIT
// Some 48 bits from two floats, where a device has no double: arithmetic on sums that are not carried out (Joldes, Muller and
// Popescu 2017, "Tight and rigorous error bounds for basic building blocks of double-word arithmetic", whose algorithms these are).
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>

namespace lockstep {

/// The number high + low, of which `high` is the nearest float. Relative error of an operation below 1e-13 while numbers and
/// their products lie between 1e-24 and 1e34 in size; nearer to zero that of floats. Sums and products of whole numbers are exact
/// below 2^46. No compiler changes a bit: products that meet a sum are explicit multiply-adds, and none may reassociate.
struct float_pair {
    float high;
    float low;

    float_pair() = default;
    LOCKSTEP_INLINE constexpr float_pair(float number, float rest = 0) : high(number), low(rest) {}

    /// A whole number, exactly below 2^48.
    LOCKSTEP_INLINE static float_pair of(std::size_t count) {
        float const nearest = static_cast<float>(count);
        auto const whole = static_cast<std::size_t>(nearest);
        return {nearest, whole < count ? static_cast<float>(count - whole) : -static_cast<float>(whole - count)};
    }
};

namespace detail {

/// a + b exactly, where |a| >= |b|, or a is 0.
LOCKSTEP_INLINE float_pair quick_two_sum(float a, float b) {
    float const sum = a + b;
    return {sum, b - (sum - a)};
}

/// a + b exactly.
LOCKSTEP_INLINE float_pair two_sum(float a, float b) {
    float const sum = a + b;
    float const of_b = sum - a;
    return {sum, (a - (sum - of_b)) + (b - of_b)};
}

/// a * b exactly.
LOCKSTEP_INLINE float_pair two_product(float a, float b) {
    float const product = a * b;
    return {product, fma(a, b, -product)};
}

}  // namespace detail

LOCKSTEP_INLINE float_pair operator-(float_pair const& a) { return {-a.high, -a.low}; }

LOCKSTEP_INLINE float_pair operator+(float_pair const& a, float_pair const& b) {  // algorithm 6
    float_pair const high = detail::two_sum(a.high, b.high);
    float_pair const low = detail::two_sum(a.low, b.low);
    float_pair const sum = detail::quick_two_sum(high.high, high.low + low.high);
    return detail::quick_two_sum(sum.high, low.low + sum.low);
}
LOCKSTEP_INLINE float_pair operator+(float_pair const& a, float b) {  // algorithm 4
    float_pair const sum = detail::two_sum(a.high, b);
    return detail::quick_two_sum(sum.high, a.low + sum.low);
}
LOCKSTEP_INLINE float_pair operator-(float_pair const& a, float_pair const& b) { return a + -b; }

LOCKSTEP_INLINE float_pair operator*(float_pair const& a, float_pair const& b) {  // algorithm 12
    float_pair const high = detail::two_product(a.high, b.high);
    float const low = fma(a.low, b.high, fma(a.high, b.low, a.low * b.low));
    return detail::quick_two_sum(high.high, high.low + low);
}

LOCKSTEP_INLINE float_pair operator/(float_pair const& a, float_pair const& b) {  // algorithm 17
    float const quotient = a.high / b.high;
    float_pair const product = b * float_pair(quotient);
    float const rest = (a.high - product.high) + (a.low - product.low);
    return detail::quick_two_sum(quotient, rest / b.high);
}

LOCKSTEP_INLINE bool operator<(float_pair const& a, float_pair const& b) {
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

}  // namespace lockstep
