// SPDX-License-Identifier: MIT
// The floating-point mode in which kernels run: numbers of a magnitude below 2^-126 are zero, rounding is to nearest,
// nothing traps. Otherwise each operation on a number that decays to zero (an optimiser's moment, a resting joint) costs a
// hundred cycles.
#pragma once

#include <cstdint>

namespace lockstep {

/// Sets the floating-point mode of kernels for the calling thread: numbers of a magnitude below 2^-126 become zero, rounding is
/// to nearest, nothing traps. The destructor restores the mode from before. Constructor and destructor do nothing on processors
/// other than x86 with SSE2 and 64-bit ARM.
class flush_denormals {
public:
    flush_denormals() : before_(read()) {
#if defined(__SSE2__)
        write(0x1f80 | 0x8040);  // every exception masked, to nearest; results and operands flushed
#elif defined(__aarch64__)
        write(std::uint64_t(1) << 24);
#endif
    }
    ~flush_denormals() { write(before_); }
    flush_denormals(flush_denormals const&) = delete;
    flush_denormals& operator=(flush_denormals const&) = delete;

private:
#if defined(__SSE2__)
    using word = unsigned;
    static word read() { return __builtin_ia32_stmxcsr(); }
    static void write(word mode) { __builtin_ia32_ldmxcsr(mode); }
#elif defined(__aarch64__)
    using word = std::uint64_t;
    static word read() {
        word mode;
        asm volatile("mrs %0, fpcr" : "=r"(mode));
        return mode;
    }
    static void write(word mode) { asm volatile("msr fpcr, %0" ::"r"(mode) : "memory"); }
#else
    using word = unsigned;
    static word read() { return 0; }
    static void write(word) {}
#endif
    word before_;
};

}  // namespace lockstep
