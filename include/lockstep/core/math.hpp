// SPDX-License-Identifier: MIT
// sin, cos, atan, exp, expm1, log, pow, tanh and rsqrt over `real`. For double they are the functions of the standard library.
// All other number types run the same sequence of operations without branches. In it, each product that is added is part of an
// explicit fma, so a compiler has nothing to contract. So float, lanes of any width and recorded programs agree bit for bit, with
// every compiler and instruction set. The coefficients are minimax fits (Remez). They are rounded to float one after the other;
// after each, the remaining ones are fitted again.
#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>

#include <lockstep/core/real.hpp>

namespace lockstep {
namespace detail {

/// Returns c[0] + c[1] x + c[2] x^2 + ... by Horner's rule. c[0] is `constant`, and the other coefficients are `higher`.
template <real R, class... C>
LOCKSTEP_INLINE R polynomial(R const& x, double constant, C... higher) {
    if constexpr (sizeof...(higher) == 0) {
        return R(constant);
    } else {
        return fma(polynomial(x, higher...), x, R(constant));
    }
}

}  // namespace detail

/// Sets s to sin(x) and c to cos(x). The absolute error is below 1.3e-7 for |x| <= 1e5 and below 2e-7 for |x| <= 1e6. Far beyond,
/// the results are meaningless. Infinities and NaN yield NaN. For double, these are std::sin and std::cos.
template <real R>
LOCKSTEP_INLINE void sincos(R const& x, R& s, R& c) {
    if constexpr (std::same_as<R, double>) {
        double const angle = x;  // x may be s or c
        s = std::sin(angle);
        c = std::cos(angle);
    } else {
        // x = n pi + r with |r| <= pi/2, where pi is the sum of two floats. The inner fma is exact, because a multiple of 2^-22
        // below 2 is a float.
        R const n = round(x * R(0.318309886));
        R const r = fma(n, R(8.74227766e-08), fma(n, R(-3.14159274), x));
        // sin(x) = (-1)^n sin(r), and cos(x) = (-1)^n cos(r).
        R const odd = fma(round(n * R(0.5)), R(-2), n);
        R const sign = fma(odd * R(-2), odd, R(1));
        R const z = r * r;
        s = sign * fma(r * z, detail::polynomial(z, -0.166666567, 0.00833300874, -0.000198060501, 2.59897524e-06), r);
        c = sign * fma(z * z, detail::polynomial(z, 0.0416666567, -0.00138885854, 2.47701792e-05, -2.62090197e-07),
                       fma(z, R(-0.5), R(1)));
    }
}

/// Returns sin(x), as sincos computes it.
template <real R>
LOCKSTEP_INLINE R sin(R const& x) {
    R s, c;
    sincos(x, s, c);
    return s;
}

/// Returns cos(x), as sincos computes it.
template <real R>
LOCKSTEP_INLINE R cos(R const& x) {
    R s, c;
    sincos(x, s, c);
    return c;
}

/// Returns the arc tangent of x. The absolute error is below 2e-7. Infinities yield +-pi/2, -0 yields -0, and NaN yields NaN. For
/// double, this is std::atan.
template <real R>
LOCKSTEP_INLINE R atan(R const& x) {
    if constexpr (std::same_as<R, double>) {
        return std::atan(x);
    } else {
        R const size = abs(x), t = select(R(1) < size, R(1) / max(size, R(1)), size), z = t * t;
        R const small = fma(t * z,
                            detail::polynomial(z, -0.333329856, 0.199903965, -0.141859755, 0.10573931, -0.0736670345,
                                               0.0411218293, -0.0151325194, 0.00262224046),
                            t);
        R const result = select(R(1) < size, R(1.57079637) - small, small);
        return select(x < R(0), -result, select(R(0) < x, result, x));
    }
}

/// Returns e^x. The relative error is below 1e-7 for -87.3 <= x <= 88.7. Outside this range the result saturates near the ends of
/// the normal floats: at 1.2e-38 for smaller x, and at 3.39e38, which is finite, for larger x. NaN yields NaN. For double, this
/// is std::exp.
template <real R>
LOCKSTEP_INLINE R exp(R const& x) {
    if constexpr (std::same_as<R, double>) {
        return std::exp(x);
    } else {
        R const y = clamp(x, R(-87.33), R(88.72));
        R const n = round(y * R(1.44269502));
        R const r = fma(n, R(1.90465421e-09), fma(n, R(-0.693147182), y));
        R const p = detail::polynomial(r, 1.0, 1.0, 0.49999994, 0.166665167, 0.0416681021, 0.00836916547, 0.00138380029);
        return number_traits<R>::scale(p, n);
    }
}

/// Returns e^x - 1. The relative error is below 1.5e-7 for x <= 88. Above 88 the result is that of 88. NaN yields NaN. For
/// double, this is std::expm1.
template <real R>
LOCKSTEP_INLINE R expm1(R const& x) {
    if constexpr (std::same_as<R, double>) {
        return std::expm1(x);
    } else {
        R const y = clamp(x, R(-87.33), R(88));
        R const n = round(y * R(1.44269502));
        R const r = fma(n, R(1.90465421e-09), fma(n, R(-0.693147182), y));
        R const p = detail::polynomial(r, 0.5, 0.166666672, 0.0416666232, 0.00833298732, 0.00139110326, 0.000202961921);
        R const power = number_traits<R>::scale(R(1), n);
        return fma(power, fma(r * r, p, r), power - R(1));
    }
}

/// Returns the natural logarithm of x. The relative error is below 1e-7 for a normal positive x. Every x below the normal
/// positive floats, including 0 and negative numbers, yields log(1.18e-38) = -87.3. Infinity yields infinity, and NaN yields NaN.
/// For double, this is std::log.
template <real R>
LOCKSTEP_INLINE R log(R const& x) {
    if constexpr (std::same_as<R, double>) {
        return std::log(x);
    } else {
        R const y = max(R(1.17549435e-38), x);
        R const e = number_traits<R>::exponent(y);
        R const f = number_traits<R>::scale(y, -e) - R(1);  // y = (1 + f) 2^e
        R const z = f * f;
        R const p = detail::polynomial(f, 0.333333313, -0.250008225, 0.200012609, -0.166233122, 0.142009199, -0.131600231,
                                       0.127653509, -0.0763654634);
        R const rest = fma(z, R(-0.5), fma(e, R(-1.90465421e-09), (f * z) * p));
        R const result = fma(e, R(0.693147182), f + rest);
        // Infinity and NaN have no exponent. For them and for the largest float, a multiple of y is the right result.
        return select(y < R(3.40282347e+38), result, y * R(2.60733006e-37));
    }
}

/// Returns x^y, computed as e^(y log x). x must be finite and at least 0. The relative error is below 2e-7 (1 + |y log x|). A
/// result beyond the normal floats saturates as that of exp does. 0^y is 0 for y > 0, 1 for y = 0, and (1.18e-38)^y for y < 0. An
/// x below the normal floats counts as 0. For double, this is std::pow.
template <real R>
LOCKSTEP_INLINE R pow(R const& x, std::type_identity_t<R> const& y) {
    if constexpr (std::same_as<R, double>) {
        return std::pow(x, y);
    } else {
        R const power = exp(y * log(x));
        return select(x < R(1.17549435e-38), select(R(0) < y, R(0), power), power);
    }
}

/// The coefficients with which tanh computes x numerator(x^2) / denominator(x^2). tanh is constant for |x| above the limit.
struct tanh_rational {
    static constexpr double limit = 8;
    static constexpr double numerator[] = {0.9999993621, 0.1291364063, 0.002938827069, 1.131021788e-05};
    static constexpr double denominator[] = {1.0, 0.4624673937, 0.02376382435, 0.0002370283865, 2.423839612e-07};
};

/// Returns the hyperbolic tangent of x, computed as one rational function of degree 7/8. The absolute error is below 4.5e-7, and
/// the result is never beyond +-1. -0 yields -0, infinities yield +-tanh(8), and NaN yields NaN. For double, this is std::tanh.
template <real R>
LOCKSTEP_INLINE R tanh(R const& x) {
    if constexpr (std::same_as<R, double>) {
        return std::tanh(x);
    } else {
        R const y = clamp(x, R(-tanh_rational::limit), R(tanh_rational::limit));
        R const z = y * y;
        constexpr auto& n = tanh_rational::numerator;
        constexpr auto& d = tanh_rational::denominator;
        R const p = detail::polynomial(z, n[0], n[1], n[2], n[3]);
        R const q = detail::polynomial(z, d[0], d[1], d[2], d[3], d[4]);
        return (y * p) / q;
    }
}

/// Returns 1 / sqrt(x). The root and then the quotient are correctly rounded, so the result is rounded twice.
template <real R>
LOCKSTEP_INLINE R rsqrt(R const& x) {
    return R(1) / sqrt(x);
}

}  // namespace lockstep
