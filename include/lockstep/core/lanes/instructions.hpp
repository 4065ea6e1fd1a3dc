// SPDX-License-Identifier: MIT
// Arithmetic of lanes that has no operator: min, max, round, sqrt and fma. Each function uses the machine's instruction. If the
// machine has none for N lanes, min and max compare and select. The other functions then compute the two halves of the lanes
// separately, and four or fewer lanes one by one.
#pragma once

#include <bit>
#include <cstddef>

#include <lockstep/core/lanes/machine.hpp>
#include <lockstep/core/lanes/vector_types.hpp>
#include <lockstep/core/macros.hpp>
#include <lockstep/core/real.hpp>

namespace lockstep {

template <int N>
struct lanes;

/// The base of number_traits<lanes<N>>, with the arithmetic that has no operator.
template <int N>
struct lane_instructions {
    using R = lanes<N>;
    using vector = typename vector_types<N>::number;

    // min and max are one instruction. Without it, g++ would use a comparison and a blend. The results are the same, because for
    // NaN and for two zeros the instruction also returns the second operand.
    LOCKSTEP_INLINE static R min(R const& a, R const& b) {
        if constexpr (requires { machine::min(a.v, b.v); }) {
            return {machine::min(a.v, b.v)};
        } else {
            return {a.v < b.v ? a.v : b.v};
        }
    }
    LOCKSTEP_INLINE static R max(R const& a, R const& b) {
        if constexpr (requires { machine::max(a.v, b.v); }) {
            return {machine::max(a.v, b.v)};
        } else {
            return {b.v < a.v ? a.v : b.v};
        }
    }

    LOCKSTEP_INLINE static R round(R const& a) {
        if constexpr (requires { machine::round(a.v); }) {
            return {machine::round(a.v)};
        } else {
            return parts([](auto const& x) { return lockstep::round(x); }, a);
        }
    }
    LOCKSTEP_INLINE static R sqrt(R const& a) {
        if constexpr (requires { machine::sqrt(a.v); }) {
            return {machine::sqrt(a.v)};
        } else {
            return parts([](auto const& x) { return lockstep::sqrt(x); }, a);
        }
    }
    LOCKSTEP_INLINE static R fma(R const& a, R const& b, R const& c) {
        if constexpr (requires { machine::fma(a.v, b.v, c.v); }) {
            return {machine::fma(a.v, b.v, c.v)};
        } else {
            return parts([](auto const& x, auto const& y, auto const& z) { return lockstep::fma(x, y, z); }, a, b, c);
        }
    }

private:
    struct halves {
        lanes<N / 2> low, high;
    };

    /// Calls f for both halves of the operands, or for each lane if N is at most 4. Returns the joined results.
    template <class F, class... Operand>
    LOCKSTEP_INLINE static R parts(F f, Operand const&... operands) {
        if constexpr (N > 4) {
            return std::bit_cast<R>(
                halves{f(std::bit_cast<halves>(operands).low...), f(std::bit_cast<halves>(operands).high...)});
        } else {
            R result(0);
            for (std::size_t i = 0; i < N; ++i) {
                result.set(i, f(operands[i]...));
            }
            return result;
        }
    }
};

}  // namespace lockstep
