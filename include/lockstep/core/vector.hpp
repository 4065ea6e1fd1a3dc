// SPDX-License-Identifier: MIT
// vector<R, N>: N numbers, for actions, observations and other lists whose size is known at compile time.
#pragma once

#include <cstddef>

#include <lockstep/core/macros.hpp>

namespace lockstep {

template <class R, std::size_t N>
struct vector;

/// A type in place of a vector without numbers, which must not be used. Because this type does not consist of numbers R,
/// check_environment refuses a state that contains it, with a clear message.
template <class R>
struct vector<R, 0> {
    char no_number;
};

/// An aggregate of N numbers R and nothing else: `vector<R, 2>{a, b}`.
template <class R, std::size_t N>
struct vector {
    R data[N];

    LOCKSTEP_INLINE static constexpr std::size_t size() { return N; }
    LOCKSTEP_INLINE constexpr R& operator[](std::size_t i) { return data[i]; }
    LOCKSTEP_INLINE constexpr R const& operator[](std::size_t i) const { return data[i]; }
    LOCKSTEP_INLINE constexpr R* begin() { return data; }
    LOCKSTEP_INLINE constexpr R* end() { return data + N; }
    LOCKSTEP_INLINE constexpr R const* begin() const { return data; }
    LOCKSTEP_INLINE constexpr R const* end() const { return data + N; }

    LOCKSTEP_INLINE constexpr vector& operator+=(vector const& b) {
        for (std::size_t i = 0; i < N; ++i) {
            data[i] = data[i] + b.data[i];
        }
        return *this;
    }
    LOCKSTEP_INLINE constexpr vector& operator-=(vector const& b) {
        for (std::size_t i = 0; i < N; ++i) {
            data[i] = data[i] - b.data[i];
        }
        return *this;
    }
    LOCKSTEP_INLINE constexpr vector& operator*=(R const& factor) {
        for (std::size_t i = 0; i < N; ++i) {
            data[i] = data[i] * factor;
        }
        return *this;
    }

    // These are friends, because an error message of a compiler lists all operators that it finds and that do not fit. If they
    // were no friends, the compiler would find these operators for all types of lockstep.
    friend LOCKSTEP_INLINE constexpr vector operator+(vector a, vector const& b) { return a += b; }
    friend LOCKSTEP_INLINE constexpr vector operator-(vector a, vector const& b) { return a -= b; }
    friend LOCKSTEP_INLINE constexpr vector operator*(vector a, R const& factor) { return a *= factor; }
    friend LOCKSTEP_INLINE constexpr vector operator*(R const& factor, vector a) { return a *= factor; }
};

template <class R, std::size_t N>
struct indexed_packs {
    using type = vector<R, N>;
};
/// A list of N numbers that a loop can access with an index of the world. In a kernel's text the numbers are in scratch memory.
template <class R, std::size_t N>
using indexed_packs_t = typename indexed_packs<R, N>::type;

/// Returns the first M numbers of `a`.
template <std::size_t M, class R, std::size_t N>
    requires(M <= N)
LOCKSTEP_INLINE constexpr vector<R, M> first(vector<R, N> const& a) {
    if constexpr (M == N) {
        return a;
    } else {
        vector<R, M> result;
        for (std::size_t i = 0; i < M; ++i) {
            result[i] = a[i];
        }
        return result;
    }
}

/// Returns the sum of a[i] * b[i], added in the order of i.
template <class R, std::size_t N>
LOCKSTEP_INLINE constexpr R dot(vector<R, N> const& a, vector<R, N> const& b) {
    R sum = a[0] * b[0];
    for (std::size_t i = 1; i < N; ++i) {
        sum = sum + a[i] * b[i];
    }
    return sum;
}

}  // namespace lockstep
