// SPDX-License-Identifier: MIT
// Attributes of functions, as macros. Kernels need them for speed, and large programs need them for short compile times. Besides
// these macros, Lockstep defines only those of its version (version.hpp).
#pragma once

// An #include that fails ends the compilation. After an #error, g++ would go on and print thousands of lines.
#if __cplusplus < 202002L
#    include <lockstep needs C++20: compile with -std=c++20, or link lockstep::lockstep in CMake>
#endif
#if defined(__GNUC__) || defined(__clang__)
// Without optimisation, each variable of an inlined function has a place of its own on the caller's stack. A recorded program of
// 16 lanes would need up to 15 MB with the address sanitizer, and a thread has 8 MB. So such builds force nothing inline.
#    if defined(__OPTIMIZE__)
#        define LOCKSTEP_INLINE inline __attribute__((always_inline))
#    else
#        define LOCKSTEP_INLINE inline
#    endif
#    define LOCKSTEP_NOINLINE __attribute__((noinline))
// For code that runs rarely, such as all code that handles text. The compiler makes it small and not fast, which takes g++ half
// the time. The passes of g++ that are left out make such code no smaller. Without them a program that leaves all files compiles
// in a tenth less time. The pass vrp stays: without it g++ warns of copies of texts that cannot be.
#    if defined(__clang__)
#        define LOCKSTEP_COLD __attribute__((noinline, cold))
#    else
#        define LOCKSTEP_COLD                                                                                                   \
            __attribute__((noinline, cold,                                                                                      \
                           optimize("no-code-hoisting", "no-crossjumping", "no-expensive-optimizations", "no-gcse",             \
                                    "no-ivopts", "no-peephole2", "no-rerun-cse-after-loop", "no-schedule-insns2",               \
                                    "no-thread-jumps", "no-tree-dominator-opts", "no-tree-pre", "no-tree-pta",                  \
                                    "no-tree-slp-vectorize", "no-tree-tail-merge")))
#    endif
// For recorded programs, which are straight-line code in a few loops. The passes of g++ that are left out look for equal and
// known values in different blocks. A recorded program has none. Without the first of them, gcse, Walker2d is 7 % faster and
// Hopper 4 %. Without all four, a long program compiles in a sixth less time.
//     By default g++ allocates registers for each loop by itself, with a table of all pairs of values that live at the same time.
// The table grows with the square of the code's length. In a long program, what each loop gains from registers of its own is lost
// again in moves of values between the loops.
#    if defined(__clang__)
#        define LOCKSTEP_RECORDED LOCKSTEP_NOINLINE
#        define LOCKSTEP_LONG_RECORDED LOCKSTEP_NOINLINE
#    else
#        define LOCKSTEP_RECORDED __attribute__((noinline, optimize("no-gcse")))
#        define LOCKSTEP_LONG_RECORDED \
            __attribute__((              \
                noinline, optimize("ira-region=one", "no-gcse", "no-tree-dominator-opts", "no-tree-pre", "no-tree-vrp")))
#    endif
#else
#    error "lockstep: g++ 12 or clang 14 (or newer) is needed: lanes are built on their vector extensions"
#endif
