// SPDX-License-Identifier: MIT
// The world of a kernel on the processor: its numbers are lanes, its pointers are pointers, and its loops are loops.
//
// A kernel is a functor over a world W, so every device can run it:
//
//     template <class W>
//     struct scale {
//         template <class World>
//         using in = scale<World>;  // the same kernel in another world
//         using R = typename W::number;
//         typename W::scalar factor;
//         typename W::template pointer<R> numbers;
//         void operator()(typename W::index const& pack) const { numbers[pack] = R(factor) * numbers[pack]; }
//     };
//
// The members of a kernel are the arguments of a launch: scalars, indices, flags and pointers of W. A kernel loops over W::range
// and similar ranges, branches with `when`, and exits with `leaves` and `breaks`. An `if` of C++ may only test what is known
// before any launch.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/philox.hpp>

namespace lockstep {

/// A world of the processor. Number is the type of its packs of lanes, or double in the reference with which kernels are tested.
/// Scalar is the type of one lane.
template <class Number, class Scalar>
struct plain_world {
    using number = Number;
    using scalar = Scalar;
    using index = std::size_t;
    using flag = std::uint32_t;
    using seed = std::uint64_t;
    static constexpr std::size_t width = width_of<Number>;
    static constexpr bool is_native = true;
    template <class T>
    using pointer = T*;
    /// The type of a member of a kernel whose value becomes a constant in the kernel's text. If the value of the member changes,
    /// the kernel gets another text.
    template <class T>
    using constant = T;

    /// An array of N numbers that the lanes of a pack share while a kernel runs. Declare it alignas(64).
    template <std::size_t N>
    using array = Scalar[N];

    struct counting {
        std::size_t n;
        struct iterator {
            std::size_t i;
            LOCKSTEP_INLINE std::size_t operator*() const { return i; }
            LOCKSTEP_INLINE void operator++() { ++i; }
            LOCKSTEP_INLINE bool operator!=(iterator const& other) const { return i != other.i; }
        };
        LOCKSTEP_INLINE iterator begin() const { return {0}; }
        LOCKSTEP_INLINE iterator end() const { return {n}; }
    };
    struct counting_down {
        std::size_t n;
        struct iterator {
            std::size_t left;
            LOCKSTEP_INLINE std::size_t operator*() const { return left - 1; }
            LOCKSTEP_INLINE void operator++() { --left; }
            LOCKSTEP_INLINE bool operator!=(iterator const& other) const { return left != other.left; }
        };
        LOCKSTEP_INLINE iterator begin() const { return {n}; }
        LOCKSTEP_INLINE iterator end() const { return {0}; }
    };
    struct endless {
        LOCKSTEP_INLINE endless begin() const { return {}; }
        LOCKSTEP_INLINE endless end() const { return {}; }
        LOCKSTEP_INLINE int operator*() const { return 0; }
        LOCKSTEP_INLINE void operator++() {}
        LOCKSTEP_INLINE bool operator!=(endless) const { return true; }
    };

    LOCKSTEP_INLINE static counting range(std::size_t n) { return {n}; }
    /// Returns the range of a loop from 0 to n - 1. The turns of the loop must be independent and must have no barrier. On some
    /// devices the threads of a team divide the turns.
    LOCKSTEP_INLINE static counting shared_range(std::size_t n) { return {n}; }
    LOCKSTEP_INLINE static counting_down downward(std::size_t n) { return {n}; }
    LOCKSTEP_INLINE static counting lanes() { return {width}; }
    LOCKSTEP_INLINE static endless forever() { return {}; }
    /// Returns the address of an object. If a loop over W::range accesses an array by this address, the text of the kernel has
    /// the same loop. An ordinary loop of C++ over the array would be unrolled in the text.
    template <class T>
    LOCKSTEP_INLINE static constexpr T* pointer_to(T& in_memory) {
        return &in_memory;
    }
    /// Makes the lanes of the pack wait for each other. After the call, all lanes see what any lane wrote before the call. On the
    /// processor the lanes of a pack run together, so nothing needs to be done.
    LOCKSTEP_INLINE static void barrier() {}
};

/// The world of the device `cpu`.
using native_world = plain_world<native_lanes, float>;
/// The world of the reference, which runs the same kernels in doubles.
using double_world = plain_world<double, double>;

// Functions that every world has.

/// leaves() and breaks() return the condition. `if (leaves(condition)) return;` ends a kernel if the condition is true, and
/// `if (breaks(condition)) break;` ends the innermost loop. In the text of a kernel both become statements.
LOCKSTEP_INLINE constexpr bool leaves(bool condition) { return condition; }
LOCKSTEP_INLINE constexpr bool breaks(bool condition) { return condition; }
/// Returns condition ? a : b, for numbers that are the same in all lanes. Both a and b are evaluated.
template <class T>
LOCKSTEP_INLINE constexpr T choose(bool condition, T const& a, T const& b) {
    return condition ? a : b;
}
LOCKSTEP_INLINE constexpr std::size_t min(std::size_t a, std::size_t b) { return a < b ? a : b; }

/// Returns lane `lane` of a number or of words. Call it in a loop over W::lanes().
template <int N>
LOCKSTEP_INLINE float lane_of(lanes<N> const& x, std::size_t lane) {
    return x[lane];
}
template <class Words>
    requires requires(Words const& x) { { x[0] } -> std::convertible_to<std::uint32_t>; }
LOCKSTEP_INLINE std::uint32_t lane_of(Words const& x, std::size_t lane) {
    return x[lane];
}
LOCKSTEP_INLINE double lane_of(double x, std::size_t) { return x; }
LOCKSTEP_INLINE std::uint32_t lane_of(std::uint32_t x, std::size_t) { return x; }
/// Returns lane `lane` of a number in memory. All lanes of the pack get the same value.
template <int N>
LOCKSTEP_INLINE float shared_lane(lanes<N> const& x, std::size_t lane) {
    return x[lane];
}
LOCKSTEP_INLINE double shared_lane(double x, std::size_t) { return x; }
template <int N>
LOCKSTEP_INLINE void set_lane(lanes<N>& x, std::size_t lane, float value) {
    x.set(lane, value);
}

}  // namespace lockstep
