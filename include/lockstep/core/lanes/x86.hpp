// SPDX-License-Identifier: MIT
// The instructions of x86: SSE2 and what AVX, FMA and AVX-512 add. With g++ these are its builtins, because Intel's <immintrin.h>
// would take g++ 0.2 s and 54 MB in every program. clang names its builtins otherwise, and reads that header faster.
#pragma once

#if defined(__SSE2__)

#    include <lockstep/core/lanes/vector_types.hpp>
#    include <lockstep/core/macros.hpp>

#    if defined(__clang__)
#        include <immintrin.h>
#    elif !defined(__FMA__)
#        include <emmintrin.h>
#    endif

namespace lockstep::machine {

using float4 = vector_types<4>::number;
using mask4 = vector_types<4>::bits;
using pairs4 = vector_types<4>::pairs;

// clang-format off

// min(a, b) and max(a, b) return b for NaN and for two zeros. multiply_lower_words() returns products of 64 bits.
#    if defined(__clang__)
LOCKSTEP_INLINE float4 min(float4 a, float4 b) { return (float4)_mm_min_ps((__m128)a, (__m128)b); }
LOCKSTEP_INLINE float4 max(float4 a, float4 b) { return (float4)_mm_max_ps((__m128)a, (__m128)b); }
LOCKSTEP_INLINE float4 sqrt(float4 a) { return (float4)_mm_sqrt_ps((__m128)a); }
LOCKSTEP_INLINE bool any(mask4 m) { return _mm_movemask_ps((__m128)m) != 0; }
LOCKSTEP_INLINE pairs4 multiply_lower_words(pairs4 a, pairs4 b) { return (pairs4)_mm_mul_epu32((__m128i)a, (__m128i)b); }
#        if defined(__SSE4_1__)
LOCKSTEP_INLINE float4 round(float4 a) { return (float4)_mm_round_ps((__m128)a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
#        endif
#        if defined(__FMA__)
LOCKSTEP_INLINE float4 fma(float4 a, float4 b, float4 c) { return (float4)_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c); }
#        endif
#    else
LOCKSTEP_INLINE float4 min(float4 a, float4 b) { return __builtin_ia32_minps(a, b); }
LOCKSTEP_INLINE float4 max(float4 a, float4 b) { return __builtin_ia32_maxps(a, b); }
LOCKSTEP_INLINE float4 sqrt(float4 a) { return __builtin_ia32_sqrtps(a); }
LOCKSTEP_INLINE bool any(mask4 m) { return __builtin_ia32_movmskps((float4)m) != 0; }
LOCKSTEP_INLINE pairs4 multiply_lower_words(pairs4 a, pairs4 b) { return (pairs4)__builtin_ia32_pmuludq128((mask4)a, (mask4)b); }
#        if defined(__SSE4_1__)
LOCKSTEP_INLINE float4 round(float4 a) { return __builtin_ia32_roundps(a, 8); }
#        endif
#        if defined(__FMA__)
LOCKSTEP_INLINE float4 fma(float4 a, float4 b, float4 c) { return __builtin_ia32_vfmaddps(a, b, c); }
LOCKSTEP_INLINE float4 fnma(float4 a, float4 b, float4 c) { return __builtin_ia32_vfnmaddps(a, b, c); }
LOCKSTEP_INLINE float4 fms(float4 a, float4 b, float4 c) { return __builtin_ia32_vfmsubps(a, b, c); }
LOCKSTEP_INLINE float4 fnms(float4 a, float4 b, float4 c) { return __builtin_ia32_vfnmsubps(a, b, c); }
#        endif
#    endif

#    if defined(__AVX__)
using float8 = vector_types<8>::number;
using mask8 = vector_types<8>::bits;
using pairs8 = vector_types<8>::pairs;
#        if defined(__clang__)
LOCKSTEP_INLINE float8 min(float8 a, float8 b) { return (float8)_mm256_min_ps((__m256)a, (__m256)b); }
LOCKSTEP_INLINE float8 max(float8 a, float8 b) { return (float8)_mm256_max_ps((__m256)a, (__m256)b); }
LOCKSTEP_INLINE float8 round(float8 a) { return (float8)_mm256_round_ps((__m256)a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
LOCKSTEP_INLINE float8 sqrt(float8 a) { return (float8)_mm256_sqrt_ps((__m256)a); }
LOCKSTEP_INLINE bool any(mask8 m) { return _mm256_movemask_ps((__m256)m) != 0; }
#            if defined(__AVX2__)
LOCKSTEP_INLINE pairs8 multiply_lower_words(pairs8 a, pairs8 b) { return (pairs8)_mm256_mul_epu32((__m256i)a, (__m256i)b); }
#            endif
#            if defined(__FMA__)
LOCKSTEP_INLINE float8 fma(float8 a, float8 b, float8 c) { return (float8)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c); }
#            endif
#        else
LOCKSTEP_INLINE float8 min(float8 a, float8 b) { return __builtin_ia32_minps256(a, b); }
LOCKSTEP_INLINE float8 max(float8 a, float8 b) { return __builtin_ia32_maxps256(a, b); }
LOCKSTEP_INLINE float8 round(float8 a) { return __builtin_ia32_roundps256(a, 8); }
LOCKSTEP_INLINE float8 sqrt(float8 a) { return __builtin_ia32_sqrtps256(a); }
LOCKSTEP_INLINE bool any(mask8 m) { return __builtin_ia32_movmskps256((float8)m) != 0; }
#            if defined(__AVX2__)
LOCKSTEP_INLINE pairs8 multiply_lower_words(pairs8 a, pairs8 b) { return (pairs8)__builtin_ia32_pmuludq256((mask8)a, (mask8)b); }
#            endif
#            if defined(__FMA__)
LOCKSTEP_INLINE float8 fma(float8 a, float8 b, float8 c) { return __builtin_ia32_vfmaddps256(a, b, c); }
LOCKSTEP_INLINE float8 fnma(float8 a, float8 b, float8 c) { return __builtin_ia32_vfnmaddps256(a, b, c); }
LOCKSTEP_INLINE float8 fms(float8 a, float8 b, float8 c) { return __builtin_ia32_vfmsubps256(a, b, c); }
LOCKSTEP_INLINE float8 fnms(float8 a, float8 b, float8 c) { return __builtin_ia32_vfnmsubps256(a, b, c); }
#            endif
#        endif
#    endif

#    if defined(__AVX512F__)
using float16 = vector_types<16>::number;
using mask16 = vector_types<16>::bits;
using pairs16 = vector_types<16>::pairs;

// Returns the index of the float in lane i of vector place[i].
LOCKSTEP_INLINE mask16 own_lanes(float16 place) {
    return __builtin_convertvector(place, mask16) * 16 + mask16{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
}

// scatter() writes lane i of `value` to lane i of vector place[i]. A lane whose place is below zero writes nothing.
// For 64 bytes g++ has only the instructions with a mask. The mask -1 lets every lane through. A rounding of 4 is the current one.
#        if defined(__clang__)
LOCKSTEP_INLINE float16 min(float16 a, float16 b) { return (float16)_mm512_min_ps((__m512)a, (__m512)b); }
LOCKSTEP_INLINE float16 max(float16 a, float16 b) { return (float16)_mm512_max_ps((__m512)a, (__m512)b); }
LOCKSTEP_INLINE float16 round(float16 a) { return (float16)_mm512_roundscale_ps((__m512)a, 0); }
LOCKSTEP_INLINE float16 sqrt(float16 a) { return (float16)_mm512_sqrt_ps((__m512)a); }
LOCKSTEP_INLINE float16 fma(float16 a, float16 b, float16 c) { return (float16)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c); }
LOCKSTEP_INLINE bool any(mask16 m) { return _mm512_test_epi32_mask((__m512i)m, (__m512i)m) != 0; }
LOCKSTEP_INLINE pairs16 multiply_lower_words(pairs16 a, pairs16 b) { return (pairs16)_mm512_mul_epu32((__m512i)a, (__m512i)b); }
LOCKSTEP_INLINE void scatter(void* to, float16 place, float16 value) {
    auto const used = _mm512_cmp_ps_mask((__m512)place, _mm512_setzero_ps(), _CMP_NLT_UQ);
    _mm512_mask_i32scatter_ps(to, used, (__m512i)own_lanes(place), (__m512)value, sizeof(float));
}
#        else
LOCKSTEP_INLINE float16 min(float16 a, float16 b) { return __builtin_ia32_minps512_mask(a, b, float16{}, -1, 4); }
LOCKSTEP_INLINE float16 max(float16 a, float16 b) { return __builtin_ia32_maxps512_mask(a, b, float16{}, -1, 4); }
LOCKSTEP_INLINE float16 round(float16 a) { return __builtin_ia32_rndscaleps_mask(a, 0, float16{}, -1, 4); }
LOCKSTEP_INLINE float16 sqrt(float16 a) { return __builtin_ia32_sqrtps512_mask(a, float16{}, -1, 4); }
LOCKSTEP_INLINE float16 fma(float16 a, float16 b, float16 c) { return __builtin_ia32_vfmaddps512_mask(a, b, c, -1, 4); }
LOCKSTEP_INLINE float16 fnma(float16 a, float16 b, float16 c) { return __builtin_ia32_vfnmaddps512_mask(a, b, c, -1, 4); }
LOCKSTEP_INLINE float16 fms(float16 a, float16 b, float16 c) { return __builtin_ia32_vfmsubps512_mask(a, b, c, -1, 4); }
LOCKSTEP_INLINE float16 fnms(float16 a, float16 b, float16 c) { return __builtin_ia32_vfnmsubps512_mask(a, b, c, -1, 4); }
LOCKSTEP_INLINE bool any(mask16 m) { return __builtin_ia32_ptestmd512(m, m, -1) != 0; }
LOCKSTEP_INLINE pairs16 multiply_lower_words(pairs16 a, pairs16 b) {
    typedef long long whole __attribute__((vector_size(64)));
    return (pairs16)__builtin_ia32_pmuludq512_mask((mask16)a, (mask16)b, whole{}, -1);
}
LOCKSTEP_INLINE void scatter(void* to, float16 place, float16 value) {
    int const not_below = 0x15;
    auto const used = __builtin_ia32_cmpps512_mask(place, float16{}, not_below, -1, 4);
    __builtin_ia32_scattersiv16sf(to, used, own_lanes(place), value, sizeof(float));
}
#        endif
#    endif
// clang-format on

#    if !defined(__FMA__)
namespace detail {
/// Returns a + b rounded to odd: the exact sum if it is a double, and otherwise that of the two doubles next to it whose last
/// bit is set. Rounding this result to float gives the same float as rounding the exact sum once.
LOCKSTEP_INLINE __m128d sum_rounded_to_odd(__m128d a, __m128d b) {
    __m128d const sum = _mm_add_pd(a, b), of_b = _mm_sub_pd(sum, a);
    __m128d const error = _mm_add_pd(_mm_sub_pd(a, _mm_sub_pd(sum, of_b)), _mm_sub_pd(b, of_b));
    __m128i const bits = _mm_castpd_si128(sum), one = _mm_set1_epi64x(1);
    __m128i const signs = _mm_srai_epi32(_mm_castpd_si128(_mm_xor_pd(sum, error)), 31);
    __m128i const toward_exact = _mm_or_si128(_mm_shuffle_epi32(signs, 0xf5), one);  // 1, or -1 where the signs differ
    __m128d const zero = _mm_setzero_pd();
    __m128i const is_inexact = _mm_castpd_si128(_mm_or_pd(_mm_cmplt_pd(error, zero), _mm_cmpgt_pd(error, zero)));
    __m128i const is_even = _mm_sub_epi64(_mm_and_si128(bits, one), one);
    __m128i const step = _mm_and_si128(toward_exact, _mm_and_si128(is_inexact, is_even));
    return _mm_castsi128_pd(_mm_add_epi64(bits, step));
}
}  // namespace detail

/// Computes in doubles, where a product of two floats is exact. Programs call this thousands of times, so it is not inline.
LOCKSTEP_NOINLINE inline float4 fma(float4 a, float4 b, float4 c) {
    auto const low = [](float4 x) { return _mm_cvtps_pd((__m128)x); };
    auto const high = [](float4 x) { return _mm_cvtps_pd(_mm_movehl_ps((__m128)x, (__m128)x)); };
    __m128 const first = _mm_cvtpd_ps(detail::sum_rounded_to_odd(_mm_mul_pd(low(a), low(b)), low(c)));
    __m128 const second = _mm_cvtpd_ps(detail::sum_rounded_to_odd(_mm_mul_pd(high(a), high(b)), high(c)));
    return (float4)_mm_movelh_ps(first, second);
}
#    endif

}  // namespace lockstep::machine

#endif
