// SPDX-License-Identifier: MIT
// The vocabulary in which an environment's `step` is written. A number may be one lane or many.
//
// A type R models `real` if number_traits<R> says how to compare, select and round it. Models are float, double, lanes<N>
// (core/lanes.hpp), taped<R> (core/taped.hpp), recorded (program/recorded.hpp) and the numbers of a kernel's text
// (kernel/written.hpp). Code over `real` does not branch on a value of R. It selects between results, skips what no lane needs
// with `when`, and iterates with `repeat_until`. Branches on the model (which joint, which contact) are ordinary C++.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include <lockstep/core/macros.hpp>

namespace lockstep {

/// The operations of a number type that have no operator. Specialise it to add a number type.
template <class R>
struct number_traits;

template <std::floating_point R>
struct number_traits<R> {
    using mask = bool;
    static constexpr R constant(double value) { return static_cast<R>(value); }
    static constexpr R select(bool m, R a, R b) { return m ? a : b; }
    static constexpr R min(R a, R b) { return a < b ? a : b; }
    static constexpr R max(R a, R b) { return b < a ? a : b; }
    static constexpr R abs(R a) { return static_cast<R>(__builtin_fabs(a)); }
    static R round(R a) { return std::nearbyint(a); }
    static R sqrt(R a) { return std::sqrt(a); }
    static R fma(R a, R b, R c) { return std::fma(a, b, c); }

    /// Returns a * 2^n. n must be an integer, and both `a` and the result must be normal numbers.
    static R scale(R a, R n) {
        if constexpr (std::same_as<R, float>) {  // as lanes do it, bit for bit; n is NaN if a is NaN
            auto const power = static_cast<std::uint32_t>(std::isnan(n) ? 0 : static_cast<std::int32_t>(n));
            return std::bit_cast<float>(std::bit_cast<std::uint32_t>(a) + (power << 23));
        } else {
            return std::ldexp(a, static_cast<int>(n));
        }
    }
    /// Returns the exponent e in a = m * 2^e with m in [sqrt(1/2), sqrt(2)). `a` must be a normal positive number.
    static R exponent(R a) {
        if constexpr (std::same_as<R, float>) {
            return static_cast<float>(static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(a) - 0x3f3504f3u) >> 23);
        } else {
            int e = 0;
            return std::frexp(a, &e) < R(0.70710678118654752) ? static_cast<R>(e - 1) : static_cast<R>(e);
        }
    }

    // For tables: `index` returns a whole number as an index. `scatter` writes `value` to to[place], or nothing if `place` is
    // below zero.
    static std::size_t index(R a) { return static_cast<std::size_t>(a); }
    static void scatter(R* to, R place, R value) {
        if (!(place < R(0))) {
            to[index(place)] = value;
        }
    }

    // Words (core/word.hpp) have the same bits as in lanes.
    static R empty_word() { return R(0); }
    static bool bit(R word, int k) { return (to_bits(word) >> k & 1u) != 0; }
    static R with_bit(R word, bool m, int k) { return std::bit_cast<R>(to_bits(word) | static_cast<bits>(m) << k); }
    static bool differ(R a, R b) { return to_bits(a) != to_bits(b); }
    static R flip_first_difference(R a, R b) {
        bits const between = to_bits(a) ^ to_bits(b);
        return std::bit_cast<R>(to_bits(a) ^ (between & (~between + 1)));
    }

private:
    using bits = std::conditional_t<sizeof(R) == sizeof(std::uint32_t), std::uint32_t, std::uint64_t>;
    static bits to_bits(R a) { return std::bit_cast<bits>(a); }
};

/// The type of a < b: bool for a scalar, and one truth value for each lane for lanes. mask_t<R>(true) is true in all lanes.
template <class R>
using mask_t = typename number_traits<R>::mask;

/// R models real if it is a number, or a pack of lanes, with the operations of number_traits.
template <class R>
concept real = std::copyable<R> && std::default_initializable<R> && requires(R a, R b, mask_t<R> m) {
    { a + b } -> std::convertible_to<R>;
    { a - b } -> std::convertible_to<R>;
    { R(0.5) * a } -> std::convertible_to<R>;
    { a / b } -> std::convertible_to<R>;
    { -a } -> std::convertible_to<R>;
    { a < b } -> std::convertible_to<mask_t<R>>;
    mask_t<R>(true);
    { number_traits<R>::select(m, a, b) } -> std::convertible_to<R>;
    { number_traits<R>::min(a, b) } -> std::convertible_to<R>;
    { number_traits<R>::max(a, b) } -> std::convertible_to<R>;
    { number_traits<R>::abs(a) } -> std::convertible_to<R>;
    { number_traits<R>::round(a) } -> std::convertible_to<R>;
    { number_traits<R>::sqrt(a) } -> std::convertible_to<R>;
    { number_traits<R>::fma(a, b, a) } -> std::convertible_to<R>;
    { number_traits<R>::scale(a, b) } -> std::convertible_to<R>;
    { number_traits<R>::exponent(a) } -> std::convertible_to<R>;
};
static_assert(real<float> && real<double>);

/// Returns mask ? a : b, lane by lane. Both a and b are evaluated. So to guard a division, select its divisor, not its result.
template <real R>
LOCKSTEP_INLINE constexpr R select(mask_t<R> const& mask, R const& a, std::type_identity_t<R> const& b) {
    return number_traits<R>::select(mask, a, b);
}

/// Returns whether the mask is true in any lane, for use as the condition of `when` and `repeat_until`. The result is a bool on
/// the processor. While recording, and in the text of a kernel, it is a condition of the program or the text.
template <class Mask>
LOCKSTEP_INLINE constexpr auto any(Mask const& mask) {
    if constexpr (std::same_as<Mask, bool>) {
        return mask;
    } else {
        return mask.any();
    }
}

template <real R>
LOCKSTEP_INLINE constexpr R min(R const& a, std::type_identity_t<R> const& b) {
    return number_traits<R>::min(a, b);
}
template <real R>
LOCKSTEP_INLINE constexpr R max(R const& a, std::type_identity_t<R> const& b) {
    return number_traits<R>::max(a, b);
}
template <real R>
LOCKSTEP_INLINE constexpr R abs(R const& a) {
    return number_traits<R>::abs(a);
}
template <real R>
LOCKSTEP_INLINE constexpr R clamp(R const& x, std::type_identity_t<R> const& low, std::type_identity_t<R> const& high) {
    return max(low, min(high, x));
}
/// Returns `a` rounded to the nearest integer. A number halfway between two integers is rounded to the even integer.
template <real R>
LOCKSTEP_INLINE R round(R const& a) {
    return number_traits<R>::round(a);
}
template <real R>
LOCKSTEP_INLINE R floor(R const& a) {
    R const n = round(a);
    return select(a < n, n - R(1), n);
}
/// Returns the square root of `a`, correctly rounded.
template <real R>
LOCKSTEP_INLINE R sqrt(R const& a) {
    return number_traits<R>::sqrt(a);
}
/// Returns a * b + c, rounded once.
template <real R>
LOCKSTEP_INLINE R fma(R const& a, std::type_identity_t<R> const& b, std::type_identity_t<R> const& c) {
    return number_traits<R>::fma(a, b, c);
}
/// Returns a mask that is true where `a` is neither infinite nor NaN.
template <real R>
LOCKSTEP_INLINE constexpr mask_t<R> is_finite(R const& a) {
    return abs(a) < R(std::numeric_limits<double>::infinity());
}

/// Returns the initial value of a variable that is read only if the `when` that writes the variable was entered. This value is
/// zero for plain numbers. A recorded program needs no register for such a variable outside the `when`.
template <real R>
LOCKSTEP_INLINE R undefined() {
    if constexpr (requires { number_traits<R>::undefined(); }) {
        return number_traits<R>::undefined();
    } else {
        return R(0);
    }
}

/// Returns whether a search for a solution begins at the solution, so that one step of the search repeats the solution. This is
/// true only in programs that are recorded to be differentiated (recording_options::at_solution).
template <real R>
LOCKSTEP_INLINE constexpr bool begins_at_solution() {
    if constexpr (requires { number_traits<R>::begins_at_solution(); }) {
        return number_traits<R>::begins_at_solution();
    } else {
        return false;
    }
}

/// Runs `body` if the condition is true. The condition is an any(mask), or in a kernel a comparison of numbers that are the same
/// in all lanes. `values` (numbers, or aggregates of numbers) must name all that the body changes; only a kernel need not name
/// them. The body runs for all lanes, so it must keep the values of lanes in which the mask is false. For this it selects the old
/// value in these lanes, or adds zero.
template <class Condition, class Body, class... Values>
LOCKSTEP_INLINE void when(Condition const& condition, Body&& body, Values&... values) {
    if constexpr (std::same_as<Condition, bool>) {
        if (condition) {
            body();
        }
    } else {
        condition.when(std::forward<Body>(body), values...);
    }
}

/// Runs `body` until `done()` is true, at most `cap` times. `done` must return an any(mask) or its negation, and is called before
/// each pass. `values` are as in `when`.
template <class Done, class Body, class... Values>
LOCKSTEP_INLINE void repeat_until(int cap, Done&& done, Body&& body, Values&... values) {
    using condition = std::decay_t<decltype(done())>;
    if constexpr (std::same_as<condition, bool>) {
        for (int pass = 0; pass < cap && !done(); ++pass) {
            body();
        }
    } else {
        condition::repeat_until(cap, std::forward<Done>(done), std::forward<Body>(body), values...);
    }
}

/// Whether R is a number of a kernel's text (kernel/written.hpp): a variable without a value.
template <class R>
inline constexpr bool is_written = requires { requires R::is_written; };

/// Whether R is a number whose operations are on a tape, for gradients (core/taped.hpp).
template <class R>
inline constexpr bool is_taped = requires { requires R::is_taped; };

/// Runs `body`, which computes with numbers R. In the text of a kernel the body becomes a function, which the device's compiler
/// compiles once, by itself. Use as_function for long code. A body may change numbers in memory. Each variable of the caller that
/// the body uses becomes a parameter, so the body should use few. If it changes more than 16 of them, or if the call is in a loop
/// over lanes, there is no function: the body's statements are written at the call. A launch throws std::logic_error if the body
/// uses a `table` (core/table.hpp) of the caller, or calls leaves().
template <class R, class Body>
LOCKSTEP_INLINE void as_function(Body&& body) {
    if constexpr (is_written<R>) {
        number_traits<R>::as_function(body);
    } else {
        body();
    }
}

/// Returns a view of an aggregate as a list of its numbers R. The aggregate, for example the `state<R>` of an environment or a
/// vector, must consist of numbers R only. If R is lanes, an entry of the list has one number for each lane.
template <class R, class Aggregate>
    requires((std::is_trivially_copyable_v<Aggregate> || is_written<R>) && sizeof(Aggregate) % sizeof(R) == 0 &&
             alignof(Aggregate) == alignof(R))
LOCKSTEP_INLINE auto numbers_of(Aggregate& aggregate) {
    using number = std::conditional_t<std::is_const_v<Aggregate>, R const, R>;
    return std::span<number, sizeof(Aggregate) / sizeof(R)>(reinterpret_cast<number*>(&aggregate), sizeof(Aggregate) / sizeof(R));
}

/// Returns an aggregate whose numbers are all zero.
template <class Aggregate, real R>
LOCKSTEP_INLINE Aggregate all_zero() {
    Aggregate result;
    for (R& number : numbers_of<R>(result)) {
        number = R(0);
    }
    return result;
}

/// Returns an aggregate whose numbers are all undefined<R>().
template <class Aggregate, real R>
LOCKSTEP_INLINE Aggregate all_undefined() {
    Aggregate result;
    for (R& number : numbers_of<R>(result)) {
        number = undefined<R>();
    }
    return result;
}

/// Returns select(mask, a, b) for all numbers of two aggregates.
template <real R, class Aggregate>
LOCKSTEP_INLINE Aggregate select_all(mask_t<R> const& mask, Aggregate const& a, Aggregate const& b) {
    Aggregate result = b;
    auto const from = numbers_of<R>(a);
    auto const to = numbers_of<R>(result);
    for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] = select(mask, from[i], to[i]);
    }
    return result;
}

}  // namespace lockstep
