// SPDX-License-Identifier: MIT
// What makes CUDA's text C++ of this processor, for fake_cuda.cpp. A lane is a fiber: it runs until all lanes of its warp must meet.
// It is parsed with each kernel, so it includes nothing: the headers of the standard library take longer than a kernel.
#pragma once

using size_t = decltype(sizeof 0);
struct fake_index {
    unsigned x;
};
extern "C" {
fake_index threadIdx, blockIdx;  // of the fiber that runs
float fabsf(float), rintf(float);
unsigned (*fake_meet)(unsigned threads, int kind, unsigned given, int lane);
void (*fake_reach)(void const* at, size_t bytes, bool is_write);
alignas(16) float ls_shared[57 * 1024];  // what a block shares

// What the compiler calls at each access to memory when it is to find races. Clang calls some of them by other names than g++.
#define FAKE_CALLED __attribute__((no_sanitize("thread"), visibility("hidden")))
#define FAKE_ACCESS(bytes)                                                                                                       \
    FAKE_CALLED void __tsan_read##bytes(void* at) { fake_reach(at, bytes, false); }                                              \
    FAKE_CALLED void __tsan_write##bytes(void* at) { fake_reach(at, bytes, true); }                                              \
    FAKE_CALLED void __tsan_unaligned_read##bytes(void* at) { fake_reach(at, bytes, false); }                                    \
    FAKE_CALLED void __tsan_unaligned_write##bytes(void* at) { fake_reach(at, bytes, true); }
FAKE_ACCESS(1)
FAKE_ACCESS(2)
FAKE_ACCESS(4)
FAKE_ACCESS(8)
FAKE_ACCESS(16)
FAKE_CALLED void __tsan_read_range(void* at, size_t bytes) { fake_reach(at, bytes, false); }
FAKE_CALLED void __tsan_write_range(void* at, size_t bytes) { fake_reach(at, bytes, true); }
FAKE_CALLED void* __tsan_memset(void* to, int value, size_t bytes) {
    fake_reach(to, bytes, true);
    return __builtin_memset(to, value, bytes);
}
FAKE_CALLED void* __tsan_memcpy(void* to, void const* from, size_t bytes) {
    fake_reach(from, bytes, false);
    fake_reach(to, bytes, true);
    return __builtin_memcpy(to, from, bytes);
}
FAKE_CALLED void __tsan_init() {}
FAKE_CALLED void __tsan_func_entry(void*) {}
FAKE_CALLED void __tsan_func_exit() {}
}

#define __global__
#define __device__
#define __shared__
#define __noinline__
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(threads)

struct alignas(16) float4 {
    float x, y, z, w;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

// Threads of a warp that meet, by the bits of their mask: at a barrier (0), for a vote (1) or to give each other a number (2); and
// all threads of a block, at a barrier (3) or for a vote (4).
inline void __syncwarp(unsigned mask) { fake_meet(mask, 0, 0, 0); }
inline int __any_sync(unsigned mask, bool vote) { return static_cast<int>(fake_meet(mask, 1, vote, 0)); }
inline float __shfl_xor_sync(unsigned mask, float x, int lane) {
    return __builtin_bit_cast(float, fake_meet(mask, 2, __builtin_bit_cast(unsigned, x), lane));
}
inline float __shfl_sync(unsigned mask, float x, int lane) {
    return __shfl_xor_sync(mask, x, lane ^ static_cast<int>(threadIdx.x % 32));
}
inline void __syncthreads() { fake_meet(~0u, 3, 0, 0); }
inline int __syncthreads_or(bool vote) { return static_cast<int>(fake_meet(~0u, 4, vote, 0)); }
inline float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline float __fsqrt_rn(float a) { return __builtin_sqrtf(a); }
inline unsigned __umulhi(unsigned a, unsigned b) { return static_cast<unsigned>((1ull * a * b) >> 32); }
inline unsigned __float_as_uint(float a) { return __builtin_bit_cast(unsigned, a); }
inline float __uint_as_float(unsigned a) { return __builtin_bit_cast(float, a); }

// What CUDA's text says in PTX (kernel/cuda_tf32.hpp). To the nearest of 11 bits, halves away from zero.
inline float ls_to_tf32(float x) { return __builtin_bit_cast(float, (__builtin_bit_cast(unsigned, x) + 0x1000u) & ~0x1fffu); }
inline void ls_multiply_tf32(float* s, float const* a, float const* b) {
    int const g = static_cast<int>(threadIdx.x % 32 / 4), t = static_cast<int>(threadIdx.x % 4);
    for (int k = 0; k < 8; ++k) {
        float of_a[2], of_b[2];
        for (int i = 0; i < 2; ++i) {
            of_a[i] = __shfl_sync(~0u, a[i + k / 4 * 2], 4 * g + k % 4);
            of_b[i] = __shfl_sync(~0u, b[k / 4], 4 * (2 * t + i) + k % 4);
        }
        for (int i = 0; i < 4; ++i) {
            s[i] += of_a[i / 2] * of_b[i % 2];
        }
    }
}

/// Calls a kernel with what a launch points at, in their order, which braces keep.
template <class... Arguments>
struct fake_signature {
    static constexpr size_t sizes[] = {sizeof(Arguments)..., 0};
    fake_signature(void (*kernel)(Arguments...), Arguments... arguments) { kernel(arguments...); }
};
template <class... Arguments>
size_t const* fake_sizes(void (*)(Arguments...)) {
    return fake_signature<Arguments...>::sizes;
}
template <class... Arguments>
void fake_call(void (*kernel)(Arguments...), void** arguments) {
    fake_signature<Arguments...>{kernel, *static_cast<Arguments*>(*arguments++)...};
}
