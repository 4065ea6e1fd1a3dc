// SPDX-License-Identifier: MIT
// The attributes that the kernels, and those who compile, cannot do without. Nothing else in Lockstep is a macro.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#    define LOCKSTEP_INLINE inline __attribute__((always_inline))
#    define LOCKSTEP_NOINLINE __attribute__((noinline))
// For what runs seldom, as all that handles text does: small code, which takes g++ half as long to compile as fast code.
#    define LOCKSTEP_COLD __attribute__((noinline, cold))
#else
#    error "lockstep: g++ 12 or clang 14 (or newer) is needed: lanes are built on their vector extensions"
#endif
