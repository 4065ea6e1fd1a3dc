// SPDX-License-Identifier: MIT
// The functions that the text of a printed program calls. V is a raw vector of floats (lanes<N>::vector) or float. The operators
// of V are the compiler's own, so programs of thousands of operations compile quickly.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/lanes/machine.hpp>

namespace lockstep::text {

template <class V>
struct number_type {
    using type = lanes<static_cast<int>(sizeof(V) / sizeof(float))>;
};
template <>
struct number_type<float> {
    using type = float;
};

/// The number type of the raw type V: float for float, lanes<N> for a vector of N floats.
template <class V>
using number = typename number_type<V>::type;
template <class V>
using traits = number_traits<number<V>>;

/// Returns the raw form of a number or a mask: the vector in it. A float or a bool is its own raw form.
template <class T>
LOCKSTEP_INLINE auto raw(T x) {
    if constexpr (requires { x.v; }) {
        return x.v;
    } else {
        return x;
    }
}

/// Returns the mask of numbers V whose raw form is m.
template <class V, class M>
LOCKSTEP_INLINE mask_t<number<V>> mask(M m) {
    return mask_t<number<V>>(m);
}

// clang-format off
template <class V> LOCKSTEP_INLINE auto truth(bool x) { return raw(mask_t<number<V>>(x)); }

template <class V> LOCKSTEP_INLINE V sqrt(V a) { return raw(traits<V>::sqrt(a)); }
template <class V> LOCKSTEP_INLINE V abs(V a) { return raw(traits<V>::abs(a)); }
template <class V> LOCKSTEP_INLINE V round(V a) { return raw(traits<V>::round(a)); }
template <class V> LOCKSTEP_INLINE V exponent(V a) { return raw(traits<V>::exponent(a)); }
template <class V> LOCKSTEP_INLINE V min(V a, V b) { return raw(traits<V>::min(a, b)); }
template <class V> LOCKSTEP_INLINE V max(V a, V b) { return raw(traits<V>::max(a, b)); }
template <class V> LOCKSTEP_INLINE V scale(V a, V n) { return raw(traits<V>::scale(a, n)); }

// Products and sums that round once: a * b + c, c - a * b, a * b - c and -a * b - c. A program has thousands of these, so little
// code is inlined for each.
template <class V> LOCKSTEP_INLINE V fma(V a, V b, V c) {
    if constexpr (requires { machine::fma(a, b, c); }) { return machine::fma(a, b, c); }
    else { return raw(traits<V>::fma(a, b, c)); }
}
template <class V> LOCKSTEP_INLINE V fnma(V a, V b, V c) {
    if constexpr (requires { machine::fnma(a, b, c); }) { return machine::fnma(a, b, c); }
    else { return fma<V>(-a, b, c); }
}
template <class V> LOCKSTEP_INLINE V fms(V a, V b, V c) {
    if constexpr (requires { machine::fms(a, b, c); }) { return machine::fms(a, b, c); }
    else { return fma<V>(a, b, -c); }
}
template <class V> LOCKSTEP_INLINE V fnms(V a, V b, V c) {
    if constexpr (requires { machine::fnms(a, b, c); }) { return machine::fnms(a, b, c); }
    else { return fma<V>(-a, b, -c); }
}

template <class M, class V> LOCKSTEP_INLINE V select(M m, V a, V b) { return m ? a : b; }

template <class V> LOCKSTEP_INLINE auto bit(V word, int k) { return raw(traits<V>::bit(word, k)); }
template <class V> LOCKSTEP_INLINE auto differ(V a, V b) { return raw(traits<V>::differ(a, b)); }
template <class V> LOCKSTEP_INLINE V flip_first_difference(V a, V b) { return raw(traits<V>::flip_first_difference(a, b)); }
template <class V, class M> LOCKSTEP_INLINE V with_bit(V word, M m, int k) {
    return raw(traits<V>::with_bit(word, mask<V>(m), k));
}

template <class V> LOCKSTEP_INLINE std::size_t index(V a) { return traits<V>::index(a); }
template <class V> LOCKSTEP_INLINE void scatter(V* to, V place, V value) {
    traits<V>::scatter(reinterpret_cast<number<V>*>(to), place, value);
}

// For frames (program/frame.hpp). base() returns a pointer that stays in a register, since the compiler cannot know how it was
// computed. At a barrier() all numbers of the frame are in memory, so that they need no registers.
template <class V> LOCKSTEP_INLINE V* base(V* p) { asm("" : "+r"(p)); return p; }
LOCKSTEP_INLINE void barrier() { asm volatile("" : : : "memory"); }

LOCKSTEP_INLINE bool both(bool a, bool b) { return a && b; }
LOCKSTEP_INLINE bool either(bool a, bool b) { return a || b; }
LOCKSTEP_INLINE bool negate(bool a) { return !a; }
LOCKSTEP_INLINE bool any(bool a) { return a; }
template <class M> LOCKSTEP_INLINE M both(M a, M b) { return a & b; }
template <class M> LOCKSTEP_INLINE M either(M a, M b) { return a | b; }
template <class M> LOCKSTEP_INLINE M negate(M a) { return ~a; }
template <class M> LOCKSTEP_INLINE bool any(M a) { return lane_mask<static_cast<int>(sizeof(M) / sizeof(float))>(a).any(); }
// clang-format on

/// Returns the pointer to the rows `numbers` that a printed program takes.
template <std::same_as<float> R>
LOCKSTEP_INLINE float* rows(std::span<R> numbers) {
    return numbers.data();
}
template <int N>
LOCKSTEP_INLINE typename lanes<N>::vector* rows(std::span<lanes<N>> numbers) {
    return &numbers.data()->v;
}

}  // namespace lockstep::text
