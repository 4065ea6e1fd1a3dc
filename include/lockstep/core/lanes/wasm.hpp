// SPDX-License-Identifier: MIT
// The instructions of WebAssembly.
#pragma once

#if defined(__wasm_simd128__)

#    include <wasm_simd128.h>

#    include <lockstep/core/lanes/vector_types.hpp>
#    include <lockstep/core/macros.hpp>

namespace lockstep::machine {

using float4 = vector_types<4>::number;

LOCKSTEP_INLINE float4 min(float4 a, float4 b) { return (float4)wasm_f32x4_pmin((v128_t)b, (v128_t)a); }
LOCKSTEP_INLINE float4 max(float4 a, float4 b) { return (float4)wasm_f32x4_pmax((v128_t)b, (v128_t)a); }
LOCKSTEP_INLINE float4 round(float4 a) { return (float4)wasm_f32x4_nearest((v128_t)a); }
LOCKSTEP_INLINE float4 sqrt(float4 a) { return (float4)wasm_f32x4_sqrt((v128_t)a); }
LOCKSTEP_INLINE bool any(vector_types<4>::bits m) { return wasm_v128_any_true((v128_t)m); }
#    if defined(__wasm_relaxed_simd__)
/// Rounds once only if the browser's machine has a fused instruction.
LOCKSTEP_INLINE float4 fma(float4 a, float4 b, float4 c) {
    return (float4)wasm_f32x4_relaxed_madd((v128_t)a, (v128_t)b, (v128_t)c);
}
#    endif

}  // namespace lockstep::machine

#endif
