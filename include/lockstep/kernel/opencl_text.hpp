// SPDX-License-Identifier: MIT
// A kernel's text in OpenCL C 1.2, in two forms: for graphics processors lanes are the work-items of a work-group; for processors
// they are a vector of one work-item, so the compiler need not vectorise.
#pragma once

#include <cstddef>
#include <string>

#include <lockstep/kernel/prelude.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

struct opencl_form {
    bool vectors = false;         ///< whether lanes are a vector of 16 numbers, and not 16 work-items
    std::size_t members = 1;      ///< the number of a team's members, each 16 work-items; read only if lanes are work-items
    bool global_scratch = false;  ///< whether scratch is in global memory; else it is local, or private if lanes are a vector
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
#define LS_LOAD_STRIDED(p, stride) ((p)[get_local_id(0) * (stride)])
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
#define LS_TAKES_LANE __local uint* ls_vote, __local float* ls_lanes,
#define LS_GIVES_LANE ls_vote, ls_lanes,
#define LS_PROGRAM static
#define LS_BARRIER() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
static bool ls_any(bool m, __local uint* vote) {
    LS_BARRIER();
    if (LS_FIRST) { *vote = 0; }
    LS_BARRIER();
    if (m) { *vote = 1; }
    LS_BARRIER();
    return *vote != 0;
}
#define LS_FOLD(x) ls_fold(x, ls_lanes)
// Unrolled: PoCL 3.1 compiles a loop around these barriers into one that never ends.
static float ls_join(float x, __local float* lanes, size_t by) {
    size_t const lane = get_local_id(0) % 16;
    LS_BARRIER();
    if (get_local_id(0) < 16) { lanes[lane] = x; }
    LS_BARRIER();
    return lanes[lane] + lanes[lane ^ by];
}
static float ls_fold(float x, __local float* lanes) {
    x = ls_join(x, lanes, 8);
    x = ls_join(x, lanes, 4);
    x = ls_join(x, lanes, 2);
    return ls_join(x, lanes, 1);
}
#define LS_DEFINE_DOT(name, X, W) \
static float name(LS_TAKES_LANE X float const* x, size_t x_stride, W float const* w, size_t columns) { \
    float s[16] = {0}; \
    x += get_local_id(0) % 16 * x_stride; \
    for (size_t k = 0; k < columns; k += 16) { for (size_t j = 0; j < 16; ++j) { s[j] = fma(x[k + j], w[k + j], s[j]); } } \
    for (size_t n = 8; n > 0; n /= 2) { for (size_t j = 0; j < n; ++j) { s[j] = s[2 * j] + s[2 * j + 1]; } } \
    return s[0]; }
)";

/// Macros for a pack with a team.
inline constexpr char const* opencl_team = R"(
#undef LS_TAKES_LANE
#undef LS_GIVES_LANE
#define LS_THREAD (get_local_id(0) % 16)
#define LS_MEMBER (get_local_id(0) / 16)
#define LS_IS_FIRST (get_local_id(0) == 0)
#define LS_VOTE(m) ls_any(m, ls_vote)
#define LS_FOUR float4
#define LS_MAKE_FOUR (float4)
#define LS_LOAD_FOUR(p) vload4(0, p)
#define LS_STORE_FOUR(f, p) vstore4(f, 0, p)
#define LS_IS_WHOLE(p) true
#define LS_TAKES_LANE bool ls_works, __local uint* ls_vote, __local float* ls_lanes,
#define LS_GIVES_LANE ls_works, ls_vote, ls_lanes,
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
#define LS_LOAD_STRIDED(p, s) ((float16)((p)[0], (p)[s], (p)[2 * (s)], (p)[3 * (s)], (p)[4 * (s)], (p)[5 * (s)], (p)[6 * (s)], (p)[7 * (s)], (p)[8 * (s)], (p)[9 * (s)], (p)[10 * (s)], (p)[11 * (s)], (p)[12 * (s)], (p)[13 * (s)], (p)[14 * (s)], (p)[15 * (s)]))
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
#define LS_TAKES_LANE
#define LS_GIVES_LANE
#define LS_PROGRAM static __attribute__((noinline))
static void ls_scatter(float16* to, float16 place, float16 x) {
    for (int l = 0; l < 16; ++l) {
        if (!(place[l] < 0.0f)) { to[(int)place[l]][l] = x[l]; }
    }
}
#define LS_FOLD ls_fold
static float ls_fold(float16 x) {
    float8 const a = x.lo + x.hi;
    float4 const b = a.lo + a.hi;
    float2 const c = b.lo + b.hi;
    return c.x + c.y;
}
#define LS_DEFINE_DOT(name, X, W) \
static float16 name(LS_TAKES_LANE X float const* x, size_t x_stride, W float const* w, size_t columns) { \
    float16 result; \
    for (int r = 0; r < 16; ++r) { \
        float16 s = (float16)(0.0f); \
        for (size_t k = 0; k < columns; k += 16) { s = fma(vload16(0, x + r * x_stride + k), vload16(0, w + k), s); } \
        float8 const a = s.even + s.odd; \
        float4 const b = a.even + a.odd; \
        float2 const c = b.even + b.odd; \
        result[r] = c.x + c.y; \
    } \
    return result; }
)";

inline constexpr char const* opencl_common = R"(
#define LS_LOOP
#define LS_FUNCTION static
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

/// The bytes of the local memory in which the lanes of a pack vote and are added up, if lanes are work-items. This memory is an
/// argument of the kernel.
inline constexpr std::size_t opencl_exchange_bytes = (text_world::width + 1) * sizeof(float);

/// Returns the name of the kernel in its text. The name differs from all names of OpenCL C.
inline std::string opencl_function_name(kernel_text const& k) { return "kernel_" + k.name; }

/// Returns the text of a kernel in OpenCL C. The arguments are those of the kernel, then local memory for exchange if lanes are
/// work-items, then scratch if it is not private. An address is two arguments: a buffer, and an offset in bytes, because the host
/// may have added to the address. (Exchange and scratch could be arrays of the kernel. But if two branches use such an array,
/// PoCL 3.1 fails to compile the kernel, or gives all work-groups one array, so that they overwrite each other's numbers.)
LOCKSTEP_COLD inline std::string opencl_text(kernel_text const& k, opencl_form const& form) {
    // If lanes are a vector, scratch is private memory. PoCL 3.1 crashes if a function is given a local array.
    std::string const near = form.vectors ? "__private" : "__local";
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
    auto const add_argument = [&](char const* argument) { arguments += (arguments.empty() ? "" : ", ") + std::string(argument); };
    if (!form.vectors) {
        add_argument("__local float* const ls_lanes");
    }
    if (k.scratch > 0 && form.global_scratch) {
        add_argument("__global float* ls_all_scratch");
        scratch = "    __global float* const ls_scratch = ls_all_scratch + pack * " + std::to_string(k.scratch) + ";\n";
    } else if (k.scratch > 0 && form.vectors) {
        scratch = "    __private float ls_scratch[" + std::to_string(k.scratch) + "];\n";
    } else if (k.scratch > 0) {
        add_argument("__local float* const ls_scratch");
    }
    bool const has_team = k.has_team && !form.vectors && form.members > 1;
    std::string const lanes = form.vectors ? "1" : std::to_string(has_team ? 16 * form.members : 16);
    std::string const team = "#define LS_MEMBERS " + std::to_string(form.members) + detail::opencl_team + team_macros;
    return std::string("#pragma OPENCL FP_CONTRACT OFF\n#define LS_WIDTH 16\n#define LS_SCRATCH ") +
           (form.global_scratch ? "__global" : near) + (form.vectors ? detail::opencl_vectors : detail::opencl_work_items) +
           detail::opencl_common + (has_team ? team : "") + kernel_prelude + uniform_prelude + k.functions + "__kernel __attribute__((reqd_work_group_size(" + lanes +
           ", 1, 1)))\nvoid " + opencl_function_name(k) + "(" + arguments + ") {\n    size_t const pack = get_group_id(0);\n" +
           (form.vectors ? "" : "    __local uint* const ls_vote = (__local uint*)(ls_lanes + LS_WIDTH);\n") +
           (has_team ? "    bool const ls_works = LS_MEMBER == 0;\n" : "") + scratch + addresses + k.body + "}\n";
}

}  // namespace lockstep
