// SPDX-License-Identifier: MIT
// A kernel's text in CUDA C++: a lane is a thread, and a block is a warp, which runs two packs of 16 lanes. Each half of the warp
// votes and waits by itself. If a pack has a team, a block is four warps with this one pack. NVRTC compiles the text
// (device/cuda/nvrtc.hpp).
#pragma once

#include <cstddef>
#include <string>

#include <lockstep/kernel/cuda_tf32.hpp>
#include <lockstep/kernel/prelude.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

struct cuda_form {
    bool global_scratch = false;  ///< whether scratch is an argument in global memory, and not shared memory of the launch
    /// Whether products of a pack with a team run on tensor cores (kernel/cuda_tf32.hpp). Their bits differ from the processor's.
    bool tf32 = false;
};

/// What a block of threads runs: two packs of 16 threads each, or one pack with a team. Each member of a team is 16 threads.
struct cuda_block {
    std::size_t packs, threads;
    static constexpr std::size_t own_bytes = 16;  ///< bytes of shared memory that the text may take beside the scratch
};
inline constexpr cuda_block cuda_block_of(kernel_text const& k) { return k.has_team ? cuda_block{1, 128} : cuda_block{2, 32}; }

namespace detail {

inline constexpr char const* cuda_macros = R"(typedef unsigned int uint;
#define LS_NUMBER float
#define LS_WORD uint
#define LS_MASK bool
#define LS_N(x) ((float)(x))
#define LS_W(x) ((uint)(x))
#define LS_M(x) ((bool)(x))
#define LS_THREAD (threadIdx.x % 16)
#define LS_HALF (0xffffu << (threadIdx.x & 16))
#define LS_LANES LS_THREAD
#define LS_FIRST (LS_THREAD == 0)
#define LS_LOAD(p) ((p)[LS_THREAD])
#define LS_LOAD_WORDS(p) ((p)[LS_THREAD])
#define LS_LOAD_STRIDED(p, stride) ((p)[LS_THREAD * (stride)])
#define LS_STORE(x, p) ((p)[LS_THREAD] = (x))
#define LS_STORE_WORDS(x, p) ((p)[LS_THREAD] = (x))
#define LS_SET(x, p) (*(p) = (x))
#define LS_SELECT(m, a, b) ((m) ? (a) : (b))
#define LS_ANY(m) (__any_sync(LS_HALF, m) != 0)
#define LS_NEEDS(m) (m)
#define LS_INDEX(x) ((int)(x))
#define LS_SCATTER(to, place, x) if (!((place) < 0.0f)) { (to)[(int)(place)] = (x); }
#define LS_BIT(w, k) ((LS_BITS(w) >> (k) & 1u) != 0u)
#define LS_WITH_BIT(w, m, k) LS_SELECT(m, LS_FLOAT(LS_BITS(w) | (1u << (k))), w)
#define LS_FMA __fmaf_rn
#define LS_SQRT __fsqrt_rn
#define LS_ABS fabsf
#define LS_ROUND rintf
#define LS_MULHI __umulhi
#define LS_BITS __float_as_uint
#define LS_FLOAT __uint_as_float
#define LS_TO_WORD(x) ((uint)(int)(x))
#define LS_TO_NUMBER(w) ((float)(int)(w))
#define LS_SHIFT_SIGNED(w, k) ((uint)((int)(w) >> (k)))
#define LS_BITS1 LS_BITS
#define LS_FLOAT1 LS_FLOAT
#define LS_TO_WORD1 LS_TO_WORD
#define LS_TO_NUMBER1 LS_TO_NUMBER
#define LS_LOOP _Pragma("unroll 1")
#define LS_FOR_LANES(l) for (size_t l = LS_THREAD, ls_once = 1; ls_once; ls_once = 0)
#define LS_LANE_OF(x, l) (x)
#define LS_SET_LANE(x, l, y) ((x) = (y))
#define LS_BARRIER() __syncwarp(LS_HALF)
#define LS_FUNCTION static __device__
#define LS_PROGRAM static __device__ __noinline__
#define LS_TAKES_LANE
#define LS_GIVES_LANE
#define LS_GLOBAL
#define LS_SCRATCH
#define LS_PRIVATE
#define LS_CONSTANT static __device__ const
#define LS_NAN __uint_as_float(0x7fc00000u)
#define LS_INFINITY __uint_as_float(0x7f800000u)
#define LS_FOLD ls_fold
LS_FUNCTION float ls_fold(float x) {
    for (int half = LS_WIDTH / 2; half > 0; half /= 2) { x = x + __shfl_xor_sync(LS_HALF, x, half); }
    return x;
}
#define LS_DEFINE_DOT(name, X, W) \
LS_FUNCTION float name(LS_TAKES_LANE X float const* x, size_t x_stride, W float const* w, size_t columns) { \
    float s[16] = {}; \
    x += LS_THREAD * x_stride; \
    for (size_t k = 0; k < columns; k += 16) { for (int j = 0; j < 16; ++j) { s[j] = __fmaf_rn(x[k + j], w[k + j], s[j]); } } \
    for (int n = 8; n > 0; n /= 2) { for (int j = 0; j < n; ++j) { s[j] = s[2 * j] + s[2 * j + 1]; } } \
    return s[0]; }
)";

/// Macros for a pack with a team.
inline constexpr char const* cuda_team = R"(
#undef LS_TAKES_LANE
#undef LS_GIVES_LANE
#undef LS_BARRIER
#undef LS_FOLD
#define LS_MEMBER (threadIdx.x / 16)
#define LS_IS_FIRST (threadIdx.x == 0)
#define LS_VOTE(m) (__syncthreads_or(m) != 0)
#define LS_FOUR float4
#define LS_MAKE_FOUR make_float4
#define LS_LOAD_FOUR(p) (*(float4 const*)(p))
#define LS_STORE_FOUR(f, p) (*(float4*)(p) = (f))
#define LS_IS_WHOLE(p) ((size_t)(p) % 16 == 0)
#define LS_TAKES_LANE bool ls_works,
#define LS_GIVES_LANE ls_works,
#define LS_BARRIER() __syncthreads()
#define LS_FOLD ls_fold_for_team
static __shared__ __align__(16) float ls_folded[4];
LS_FUNCTION float ls_fold_for_team(float x) {
    x = ls_fold(x);
    if (LS_IS_FIRST) { ls_folded[0] = x; }
    LS_BARRIER();
    x = ls_folded[0];
    LS_BARRIER();
    return x;
}
)";

}  // namespace detail

/// Returns the name of the kernel in its text. The name differs from all names of CUDA.
inline std::string cuda_function_name(kernel_text const& k) { return "kernel_" + k.name; }

/// Returns the text of a kernel in CUDA C++. The arguments of its function are those of the kernel in their order, then the
/// number of packs, and last, if the kernel has scratch in global memory, the scratch of all packs.
LOCKSTEP_COLD inline std::string cuda_text(kernel_text const& k, cuda_form const& form = {}) {
    cuda_block const block = cuda_block_of(k);
    std::string arguments, scratch;
    for (kernel_argument const& a : k.arguments) {
        arguments += a.type + (a.is_pointer ? "*" : "") + " const " + a.name + ", ";
    }
    arguments += "size_t const ls_packs";
    std::string const floats = std::to_string(k.scratch);
    if (k.scratch > 0 && form.global_scratch) {
        arguments += ", float* const ls_all_scratch";
        scratch = "    float* const ls_scratch = ls_all_scratch + pack * " + floats + ";\n";
    } else if (k.scratch > 0) {
        scratch = "    extern __shared__ __align__(16) float ls_shared[];\n    float* const ls_scratch = ls_shared" +
                  (k.has_team ? std::string() : " + threadIdx.x / 16 * " + floats) + ";\n";
    }
    std::string const pack = k.has_team ? "blockIdx.x;\n    bool const ls_works = LS_MEMBER == 0;\n"
                                       : "(size_t)blockIdx.x * 2 + threadIdx.x / 16;\n    if (pack >= ls_packs) { return; }\n";
    std::string const team = "#define LS_MEMBERS " + std::to_string(block.threads / text_world::width) + "\n" +
                             detail::cuda_team + team_macros + (form.tf32 ? detail::cuda_tf32 : "");
    return std::string("#define LS_WIDTH 16\n") + detail::cuda_macros + (k.has_team ? team : "") + kernel_prelude +
           uniform_prelude + k.functions +
           "extern \"C\" __global__ void __launch_bounds__(" + std::to_string(block.threads) + ")\n" +
           cuda_function_name(k) + "(" + arguments + ") {\n    size_t const pack = " + pack + scratch + k.body + "}\n";
}

}  // namespace lockstep
