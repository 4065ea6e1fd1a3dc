// SPDX-License-Identifier: MIT
// Arithmetic of lanes that has no operator: min, max, round, sqrt and fma. Each function uses the machine's instruction. If the
// machine has none for N lanes, min and max compare and select. The other functions then compute the two halves of the lanes
// separately, and four or fewer lanes one by one. With SSE2 only, fma computes four lanes in doubles.
#pragma once

#include <bit>
#include <cstddef>

#include <lockstep/core/lanes/mask.hpp>
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
#if defined(__AVX512F__)
        if constexpr (N == 16) {
            return {(typename R::vector)_mm512_maskz_min_ps(0xffff, (__m512)a.v, (__m512)b.v)};
        }
#endif
#if defined(__AVX__)
        if constexpr (N == 8) {
            return {(typename R::vector)_mm256_min_ps((__m256)a.v, (__m256)b.v)};
        }
#endif
#if defined(__SSE2__)
        if constexpr (N == 4) {
            return {(typename R::vector)_mm_min_ps((__m128)a.v, (__m128)b.v)};
        }
#elif defined(__wasm_simd128__)
        if constexpr (N == 4) {
            return {(typename R::vector)wasm_f32x4_pmin((v128_t)b.v, (v128_t)a.v)};
        }
#endif
        return {a.v < b.v ? a.v : b.v};
    }

    LOCKSTEP_INLINE static R max(R const& a, R const& b) {
#if defined(__AVX512F__)
        if constexpr (N == 16) {
            return {(typename R::vector)_mm512_maskz_max_ps(0xffff, (__m512)a.v, (__m512)b.v)};
        }
#endif
#if defined(__AVX__)
        if constexpr (N == 8) {
            return {(typename R::vector)_mm256_max_ps((__m256)a.v, (__m256)b.v)};
        }
#endif
#if defined(__SSE2__)
        if constexpr (N == 4) {
            return {(typename R::vector)_mm_max_ps((__m128)a.v, (__m128)b.v)};
        }
#elif defined(__wasm_simd128__)
        if constexpr (N == 4) {
            return {(typename R::vector)wasm_f32x4_pmax((v128_t)b.v, (v128_t)a.v)};
        }
#endif
        return {b.v < a.v ? a.v : b.v};
    }

    LOCKSTEP_INLINE static R round(R const& a) {
#if defined(__AVX512F__)
        if constexpr (N == 16) {
            return {(typename R::vector)_mm512_maskz_roundscale_ps(0xffff, (__m512)a.v, 0)};
        }
#endif
#if defined(__AVX__)
        if constexpr (N == 8) {
            return {(typename R::vector)_mm256_round_ps((__m256)a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
        }
#endif
#if defined(__SSE4_1__)
        if constexpr (N == 4) {
            return {(typename R::vector)_mm_round_ps((__m128)a.v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)};
        }
#elif defined(__ARM_NEON) && defined(__aarch64__)
        if constexpr (N == 4) {
            return {(typename R::vector)vrndnq_f32((float32x4_t)a.v)};
        }
#elif defined(__wasm_simd128__)
        if constexpr (N == 4) {
            return {(typename R::vector)wasm_f32x4_nearest((v128_t)a.v)};
        }
#endif
        return parts([](auto const& x) { return lockstep::round(x); }, a);
    }

    LOCKSTEP_INLINE static R sqrt(R const& a) {
#if defined(__AVX512F__)
        if constexpr (N == 16) {
            return {(typename R::vector)_mm512_maskz_sqrt_ps(0xffff, (__m512)a.v)};
        }
#endif
#if defined(__AVX__)
        if constexpr (N == 8) {
            return {(typename R::vector)_mm256_sqrt_ps((__m256)a.v)};
        }
#endif
#if defined(__SSE2__)
        if constexpr (N == 4) {
            return {(typename R::vector)_mm_sqrt_ps((__m128)a.v)};
        }
#elif defined(__ARM_NEON) && defined(__aarch64__)
        if constexpr (N == 4) {
            return {(typename R::vector)vsqrtq_f32((float32x4_t)a.v)};
        }
#elif defined(__wasm_simd128__)
        if constexpr (N == 4) {
            return {(typename R::vector)wasm_f32x4_sqrt((v128_t)a.v)};
        }
#endif
        return parts([](auto const& x) { return lockstep::sqrt(x); }, a);
    }

    LOCKSTEP_INLINE static R fma(R const& a, R const& b, R const& c) { return {fma(a.v, b.v, c.v)}; }

    /// Returns fma(a, b, c) of raw vectors. A printed program has thousands of these calls, so little code is inlined for each.
    /// For g++ these are its builtins: with Intel's functions, Humanoid would take it 7 % longer to compile.
    LOCKSTEP_INLINE static vector fma(vector a, vector b, vector c) {
#if defined(__AVX512F__)
        if constexpr (N == 16) {
#    if defined(__clang__)
            return (vector)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#    else
            return (vector)__builtin_ia32_vfmaddps512_mask((__v16sf)a, (__v16sf)b, (__v16sf)c, -1, _MM_FROUND_CUR_DIRECTION);
#    endif
        }
#endif
#if defined(__FMA__)
        if constexpr (N == 8) {
#    if defined(__clang__)
            return (vector)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#    else
            return (vector)__builtin_ia32_vfmaddps256((__v8sf)a, (__v8sf)b, (__v8sf)c);
#    endif
        }
        if constexpr (N == 4) {
            return (vector)_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c);
        }
#elif defined(__ARM_NEON) && defined(__aarch64__)
        if constexpr (N == 4) {
            return (vector)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
        }
#elif defined(__SSE2__)
        if constexpr (N == 4) {
            return fma_in_doubles(a, b, c);
        }
#elif defined(__wasm_relaxed_simd__)
        // This rounds once only if the browser's machine has a fused instruction.
        if constexpr (N == 4) {
            return (vector)wasm_f32x4_relaxed_madd((v128_t)a, (v128_t)b, (v128_t)c);
        }
#endif
        return parts([](auto const& x, auto const& y, auto const& z) { return lockstep::fma(x, y, z); }, R(a), R(b), R(c)).v;
    }

private:
#if defined(__SSE2__) && !defined(__FMA__)
    // A product of two floats is exact in double. The function is not inline, since programs call it thousands of times.
    LOCKSTEP_NOINLINE static vector fma_in_doubles(vector a, vector b, vector c) {
        auto const low = [](vector x) { return _mm_cvtps_pd((__m128)x); };
        auto const high = [](vector x) { return _mm_cvtps_pd(_mm_movehl_ps((__m128)x, (__m128)x)); };
        __m128 const first = _mm_cvtpd_ps(sum_rounded_to_odd(_mm_mul_pd(low(a), low(b)), low(c)));
        __m128 const second = _mm_cvtpd_ps(sum_rounded_to_odd(_mm_mul_pd(high(a), high(b)), high(c)));
        return (vector)_mm_movelh_ps(first, second);
    }

    /// Returns a + b rounded to odd: the exact sum if it is a double, and otherwise that of the two doubles next to it whose last
    /// bit is set. Rounding this result to float gives the same float as rounding the exact sum once.
    LOCKSTEP_INLINE static __m128d sum_rounded_to_odd(__m128d a, __m128d b) {
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
#endif

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
