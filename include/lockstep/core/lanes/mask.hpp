// SPDX-License-Identifier: MIT
// lane_mask<N>, the result of a comparison.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/lanes/machine.hpp>
#include <lockstep/core/lanes/vector_types.hpp>
#include <lockstep/core/macros.hpp>

namespace lockstep {

/// One truth value for each lane: all bits of the lane's word are set, or none. Nothing converts to a mask implicitly, not even
/// {}.
template <int N>
struct lane_mask {
    using vector = typename vector_types<N>::bits;
    vector v;

    explicit lane_mask() = default;
    LOCKSTEP_INLINE explicit lane_mask(vector x) : v(x) {}
    template <std::same_as<bool> T>
    lane_mask(T) = delete;  // write mask_t<R>(true), not true
    template <std::same_as<bool> T>
        requires(sizeof(T) != 0)  // which is more constrained, and so is taken where the type is named
    LOCKSTEP_INLINE explicit lane_mask(T x) : v(vector{} - static_cast<std::int32_t>(x)) {}

    friend LOCKSTEP_INLINE lane_mask operator&&(lane_mask const& a, lane_mask const& b) { return lane_mask(a.v & b.v); }
    friend LOCKSTEP_INLINE lane_mask operator||(lane_mask const& a, lane_mask const& b) { return lane_mask(a.v | b.v); }
    friend LOCKSTEP_INLINE lane_mask operator!(lane_mask const& a) { return lane_mask(~a.v); }
    LOCKSTEP_INLINE bool operator[](std::size_t lane) const { return v[lane] != 0; }

    LOCKSTEP_INLINE bool any() const {
        if constexpr (requires { machine::any(v); }) {
            return machine::any(v);
        } else if constexpr (N > 4) {
            struct halves {
                typename vector_types<N / 2>::bits low, high;
            };
            halves const h = std::bit_cast<halves>(v);
            return lane_mask<N / 2>(h.low | h.high).any();
        } else {
            std::int32_t set = 0;
            for (int i = 0; i < N; ++i) {
                set |= v[i];
            }
            return set != 0;
        }
    }
};

}  // namespace lockstep
