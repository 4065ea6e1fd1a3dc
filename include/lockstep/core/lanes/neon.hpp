// SPDX-License-Identifier: MIT
// The instructions of 64-bit ARM. They have no min and max that return the second operand for NaN.
#pragma once

#if defined(__ARM_NEON) && defined(__aarch64__)

#    include <arm_neon.h>

#    include <lockstep/core/lanes/vector_types.hpp>
#    include <lockstep/core/macros.hpp>

namespace lockstep::machine {

using float4 = vector_types<4>::number;

LOCKSTEP_INLINE float4 round(float4 a) { return (float4)vrndnq_f32((float32x4_t)a); }
LOCKSTEP_INLINE float4 sqrt(float4 a) { return (float4)vsqrtq_f32((float32x4_t)a); }
LOCKSTEP_INLINE float4 fma(float4 a, float4 b, float4 c) {
    return (float4)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}
LOCKSTEP_INLINE bool any(vector_types<4>::bits m) { return vmaxvq_u32((uint32x4_t)m) != 0; }

}  // namespace lockstep::machine

#endif
