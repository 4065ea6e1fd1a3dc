// SPDX-License-Identifier: MIT
// A kernel's text in OpenCL C 1.2, in two forms: lanes that are the work-items of a work-group, for graphics processors, and
// lanes that are a vector of one work-item, for processors, where the compiler then has nothing left to vectorise.
#pragma once

#include <cstddef>
#include <string>

#include <lockstep/kernel/prelude.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

struct opencl_form {
    bool vectors = false;         ///< lanes are a vector of 16 numbers; else work-items
    bool global_scratch = false;  ///< scratch lies in global memory, an argument; else in local memory
};

namespace detail {

inline constexpr char const* opencl_work_items = R"(
#define LS_NUMBER float
#define LS_WORD uint
#define LS_MASK bool
#define LS_N(x) ((float)(x))
#define LS_W(x) ((uint)(x))
#define LS_M(x) ((bool)(x))
#define LS_LANES ((uint)get_local_id(0))
#define LS_FIRST (get_local_id(0) == 0)
#define LS_LOAD(p) ((p)[get_local_id(0)])
#define LS_LOAD_WORDS(p) ((p)[get_local_id(0)])
#define LS_STORE(x, p) ((p)[get_local_id(0)] = (x))
#define LS_STORE_WORDS(x, p) ((p)[get_local_id(0)] = (x))
#define LS_SELECT(m, a, b) ((m) ? (a) : (b))
#define LS_ANY(m) ls_any(m, ls_vote)
#define LS_NEEDS(m) (m)
#define LS_BITS as_uint
#define LS_FLOAT as_float
#define LS_TO_WORD(x) ((uint)(int)(x))
#define LS_TO_NUMBER(w) ((float)(int)(w))
#define LS_SHIFT_SIGNED(w, k) ((uint)((int)(w) >> (k)))
#define LS_FOR_LANES(l) for (size_t l = get_local_id(0), ls_once = 1; ls_once; ls_once = 0)
#define LS_INDEX(x) ((int)(x))
#define LS_SCATTER(to, place, x) if (!((place) < 0.0f)) { (to)[(int)(place)] = (x); }
#define LS_LANE_OF(x, l) (x)
#define LS_SET_LANE(x, l, y) ((x) = (y))
#define LS_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
static bool ls_any(bool m, __local uint* vote) {
    LS_BARRIER();
    if (LS_FIRST) { *vote = 0; }
    LS_BARRIER();
    if (m) { *vote = 1; }
    LS_BARRIER();
    return *vote != 0;
}
)";

inline constexpr char const* opencl_vectors = R"(
#define LS_NUMBER float16
#define LS_WORD uint16
#define LS_MASK int16
#define LS_N(x) ((float16)(x))
#define LS_W(x) ((uint16)(x))
#define LS_M(x) ((int16)(-(int)(x)))
#define LS_LANES ((uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#define LS_FIRST true
#define LS_LOAD(p) vload16(0, p)
#define LS_LOAD_WORDS(p) vload16(0, p)
#define LS_STORE(x, p) vstore16(x, 0, p)
#define LS_STORE_WORDS(x, p) vstore16(x, 0, p)
#define LS_SELECT(m, a, b) ((m) ? (a) : (b))
#define LS_ANY(m) (any(m) != 0)
#define LS_NEEDS(m) (any(m) != 0)
#define LS_BITS as_uint16
#define LS_FLOAT as_float16
#define LS_TO_WORD(x) as_uint16(convert_int16(x))
#define LS_TO_NUMBER(w) convert_float16(as_int16(w))
#define LS_SHIFT_SIGNED(w, k) as_uint16(as_int16(w) >> (k))
#define LS_FOR_LANES(l) for (size_t l = 0; l < LS_WIDTH; ++l)
#define LS_INDEX(x) ((int)(x)[0])
#define LS_SCATTER(to, place, x) ls_scatter(to, place, x)
#define LS_LANE_OF(x, l) ((x)[l])
#define LS_SET_LANE(x, l, y) ((x)[l] = (y))
#define LS_BARRIER()
static void ls_scatter(float16* to, float16 place, float16 x) {
    for (int l = 0; l < 16; ++l) {
        if (!(place[l] < 0.0f)) { to[(int)place[l]][l] = x[l]; }
    }
}
)";

inline constexpr char const* opencl_common = R"(
#define LS_FUNCTION static
#define LS_PROGRAM static
#define LS_GLOBAL __global
#define LS_PRIVATE
#define LS_CONSTANT __constant
#define LS_SET(x, p) (*(p) = (x))
#define LS_BIT(w, k) ((LS_BITS(w) >> (k) & LS_W(1u)) != LS_W(0u))
#define LS_WITH_BIT(w, m, k) LS_SELECT(m, LS_FLOAT(LS_BITS(w) | LS_W(1u << (k))), w)
#define LS_FMA fma
#define LS_SQRT sqrt
#define LS_ABS fabs
#define LS_ROUND rint
#define LS_MULHI mul_hi
#define LS_BITS1 as_uint
#define LS_FLOAT1 as_float
#define LS_TO_WORD1(x) ((uint)(int)(x))
#define LS_TO_NUMBER1(w) ((float)(int)(w))
#define LS_NAN NAN
#define LS_INFINITY INFINITY
)";

}  // namespace detail

/// An address is a buffer and a number of bytes from its begin, since the host may have added to it; scratch in global memory is
/// the last argument.
LOCKSTEP_COLD inline std::string opencl_text(kernel_text const& k, opencl_form const& form) {
    std::string arguments, addresses;
    for (kernel_argument const& a : k.arguments) {
        std::string const comma = arguments.empty() ? "" : ", ";
        if (a.is_pointer) {
            std::string const type = "__global " + a.type + "*";
            arguments += comma + "__global uchar* " + a.name + "_buffer, ulong " + a.name + "_begin";
            addresses += "    " + type + " const " + a.name + " = (" + type + ")(" + a.name + "_buffer + " + a.name + "_begin);\n";
        } else {
            arguments += comma + (a.type == "size_t" ? "ulong" : a.type) + " const " + a.name;
        }
    }
    std::string scratch;
    if (k.scratch > 0 && form.global_scratch) {
        arguments += std::string(arguments.empty() ? "" : ", ") + "__global float* ls_all_scratch";
        scratch = "    __global float* const ls_scratch = ls_all_scratch + row * " + std::to_string(k.scratch) + ";\n";
    } else if (k.scratch > 0) {
        scratch = "    __local float ls_scratch[" + std::to_string(k.scratch) + "];\n";
    }
    std::string const lanes = form.vectors ? "1" : std::to_string(k.width);
    return "#pragma OPENCL FP_CONTRACT OFF\n#define LS_WIDTH " + std::to_string(k.width) + "\n#define LS_SCRATCH " +
           (form.global_scratch ? "__global" : "__local") + (form.vectors ? detail::opencl_vectors : detail::opencl_work_items) +
           detail::opencl_common + kernel_prelude + uniform_prelude + k.functions + "__kernel __attribute__((reqd_work_group_size(" + lanes +
           ", 1, 1)))\nvoid " + k.name + "(" + arguments + ") {\n    size_t const row = get_group_id(0);\n" +
           (form.vectors ? "" : "    __local uint ls_vote[1];\n") + scratch + addresses + k.body + "}\n";
}

}  // namespace lockstep
