// SPDX-License-Identifier: MIT
// The vector types of lanes, the compiler's header of their instructions, and lane_mask<N>, the result of a comparison.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include <lockstep/core/macros.hpp>

#if defined(__x86_64__)
#    include <immintrin.h>
#elif defined(__ARM_NEON)
#    include <arm_neon.h>
#elif defined(__wasm_simd128__)
#    include <wasm_simd128.h>
#endif

namespace lockstep {

/// The vector types of one width. `number` is a vector of floats. `packed` is the same, but may be at the address of any float.
/// `bits` is the type of a comparison's result: a vector of int, or of long where clang uses a long of 32 bits. `words` is a
/// vector of unsigned integers.
template <int N>
struct vector_types;
template <>
struct vector_types<2> {  // no processor has this width: it tests the fallback on any machine
    typedef float number __attribute__((vector_size(8)));
    typedef float packed __attribute__((vector_size(8), aligned(4), may_alias));
    using bits = decltype(number{} < number{});
    typedef std::uint32_t words __attribute__((vector_size(8)));
};
template <>
struct vector_types<4> {
    typedef float number __attribute__((vector_size(16)));
    typedef float packed __attribute__((vector_size(16), aligned(4), may_alias));
    using bits = decltype(number{} < number{});
    typedef std::uint32_t words __attribute__((vector_size(16)));
};
template <>
struct vector_types<8> {
    typedef float number __attribute__((vector_size(32)));
    typedef float packed __attribute__((vector_size(32), aligned(4), may_alias));
    using bits = decltype(number{} < number{});
    typedef std::uint32_t words __attribute__((vector_size(32)));
};
template <>
struct vector_types<16> {
    typedef float number __attribute__((vector_size(64)));
    typedef float packed __attribute__((vector_size(64), aligned(4), may_alias));
    using bits = decltype(number{} < number{});
    typedef std::uint32_t words __attribute__((vector_size(64)));
};

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
#if defined(__AVX512F__)
        if constexpr (N == 16) {
            return _mm512_test_epi32_mask((__m512i)v, (__m512i)v) != 0;
        }
#endif
#if defined(__AVX__)
        if constexpr (N == 8) {
            return _mm256_movemask_ps((__m256)v) != 0;
        }
#endif
#if defined(__SSE2__)
        if constexpr (N == 4) {
            return _mm_movemask_ps((__m128)v) != 0;
        }
#elif defined(__ARM_NEON) && defined(__aarch64__)
        if constexpr (N == 4) {
            return vmaxvq_u32((uint32x4_t)v) != 0;
        }
#elif defined(__wasm_simd128__)
        if constexpr (N == 4) {
            return wasm_v128_any_true((v128_t)v);
        }
#endif
        if constexpr (N > 4) {
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
