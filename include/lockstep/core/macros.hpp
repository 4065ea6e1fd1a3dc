// SPDX-License-Identifier: MIT
// The attributes that the kernels, and those who compile, cannot do without. Nothing else in Lockstep is a macro.
#pragma once

#if defined(__GNUC__) || defined(__clang__)
#    define LOCKSTEP_INLINE inline __attribute__((always_inline))
#    define LOCKSTEP_NOINLINE __attribute__((noinline))
// For what runs seldom, as all that handles text does: small code, which takes g++ half as long to compile as fast code.
#    define LOCKSTEP_COLD __attribute__((noinline, cold))
// For straight code of many thousand operations in a few loops. g++ would give each loop registers of its own, from a table of
// which pairs of values meet: it grows with the square of the code, and what is gained goes in moves from loop to loop.
#    if defined(__clang__)
#        define LOCKSTEP_ONE_REGION
#    else
#        define LOCKSTEP_ONE_REGION __attribute__((optimize("ira-region=one")))
#    endif
#else
#    error "lockstep: g++ 12 or clang 14 (or newer) is needed: lanes are built on their vector extensions"
#endif
