// SPDX-License-Identifier: MIT
// A kernel's text in CUDA C++: a row is a block of one warp, a lane is a thread. Compiled by NVRTC (device/nvrtc.hpp).
#pragma once

#include <string>

#include <lockstep/kernel/prelude.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

struct cuda_form {
    bool global_scratch = false;  ///< scratch lies in global memory, an argument; else in shared memory, as a launch gives it
};

namespace detail {

inline constexpr char const* cuda_macros = R"(typedef unsigned int uint;
#define LS_NUMBER float
#define LS_WORD uint
#define LS_MASK bool
#define LS_N(x) ((float)(x))
#define LS_W(x) ((uint)(x))
#define LS_M(x) ((bool)(x))
#define LS_THREAD (threadIdx.x)
#define LS_LANES LS_THREAD
#define LS_FIRST (LS_THREAD == 0)
#define LS_LOAD(p) ((p)[LS_THREAD])
#define LS_LOAD_WORDS(p) ((p)[LS_THREAD])
#define LS_STORE(x, p) ((p)[LS_THREAD] = (x))
#define LS_STORE_WORDS(x, p) ((p)[LS_THREAD] = (x))
#define LS_SET(x, p) (*(p) = (x))
#define LS_SELECT(m, a, b) ((m) ? (a) : (b))
#define LS_ANY(m) (__any_sync(0xffffffffu, m) != 0)
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
#define LS_FOR_LANES(l) for (size_t l = LS_THREAD, ls_once = 1; ls_once; ls_once = 0)
#define LS_LANE_OF(x, l) (x)
#define LS_SET_LANE(x, l, y) ((x) = (y))
#define LS_BARRIER() __syncwarp()
#define LS_FUNCTION static __device__
#define LS_PROGRAM static __device__
#define LS_GLOBAL
#define LS_SCRATCH
#define LS_PRIVATE
#define LS_CONSTANT static __device__ const
#define LS_NAN __uint_as_float(0x7fc00000u)
#define LS_INFINITY __uint_as_float(0x7f800000u)
)";

}  // namespace detail

/// What the kernel is called in its text: names of CUDA's own are no obstacle.
inline std::string cuda_function_name(kernel_text const& k) { return "kernel_" + k.name; }

/// The arguments are those of the kernel in their order; scratch in global memory is the last one.
LOCKSTEP_COLD inline std::string cuda_text(kernel_text const& k, cuda_form const& form = {}) {
    std::string arguments;
    for (kernel_argument const& a : k.arguments) {
        arguments += (arguments.empty() ? "" : ", ") + a.type + (a.is_pointer ? "*" : "") + " const " + a.name;
    }
    std::string scratch;
    if (k.scratch > 0 && form.global_scratch) {
        arguments += std::string(arguments.empty() ? "" : ", ") + "float* const ls_all_scratch";
        scratch = "    float* const ls_scratch = ls_all_scratch + row * " + std::to_string(k.scratch) + ";\n";
    } else if (k.scratch > 0) {
        scratch = "    extern __shared__ float ls_scratch[];\n";
    }
    std::string const width = std::to_string(k.width);
    return "#define LS_WIDTH " + width + "\n" + detail::cuda_macros + kernel_prelude + uniform_prelude + k.functions +
           "extern \"C\" __global__ void __launch_bounds__(" + width + ")\n" + cuda_function_name(k) + "(" + arguments +
           ") {\n    size_t const row = blockIdx.x;\n" + scratch + k.body + "}\n";
}

}  // namespace lockstep
