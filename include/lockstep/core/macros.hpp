// SPDX-License-Identifier: MIT
// The two attributes that the kernels cannot do without. Nothing else in Lockstep is a macro.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#    define LOCKSTEP_INLINE inline __attribute__((always_inline))
#    define LOCKSTEP_NOINLINE __attribute__((noinline))
#else
#    error "lockstep: g++ 12 or clang 14 (or newer) is needed: lanes are built on their vector extensions"
#endif
