// SPDX-License-Identifier: MIT
// A kernel's text in C++ for the processor, which a compiler of the system compiles. A pack of numbers is a vector of GNU C++,
// and a kernel is a function that runs packs one after the other. This text is the shortest way to your own device
// (examples/own_device.cpp).
#pragma once

#include <cstddef>

#include <lockstep/kernel/prelude.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

namespace detail {

inline constexpr char const* host_macros = R"(typedef unsigned int uint;
typedef decltype(sizeof(0)) size_t;
typedef float ls_number __attribute__((vector_size(4 * LS_WIDTH)));
typedef uint ls_word __attribute__((vector_size(4 * LS_WIDTH)));
typedef int ls_mask __attribute__((vector_size(4 * LS_WIDTH)));
typedef ls_number ls_number_at __attribute__((aligned(4), may_alias));
typedef ls_word ls_word_at __attribute__((aligned(4), may_alias));
#define LS_EACH for (int l = 0; l < LS_WIDTH; ++l)
#define LS_FUNCTION static inline
LS_FUNCTION ls_number ls_n(float x) { ls_number r; LS_EACH { r[l] = x; } return r; }
LS_FUNCTION ls_word ls_w(uint x) { ls_word r; LS_EACH { r[l] = x; } return r; }
LS_FUNCTION ls_word ls_lanes() { ls_word r; LS_EACH { r[l] = l; } return r; }
LS_FUNCTION bool ls_any(ls_mask m) { int r = 0; LS_EACH { r |= m[l]; } return r != 0; }
LS_FUNCTION ls_number ls_fma(ls_number a, ls_number b, ls_number c) { ls_number r; LS_EACH { r[l] = __builtin_fmaf(a[l], b[l], c[l]); } return r; }
LS_FUNCTION ls_number ls_sqrt(ls_number a) { ls_number r; LS_EACH { r[l] = __builtin_sqrtf(a[l]); } return r; }
LS_FUNCTION ls_number ls_abs(ls_number a) { ls_number r; LS_EACH { r[l] = __builtin_fabsf(a[l]); } return r; }
LS_FUNCTION ls_number ls_round(ls_number a) { ls_number r; LS_EACH { r[l] = __builtin_rintf(a[l]); } return r; }
LS_FUNCTION ls_word ls_mulhi(ls_word a, ls_word b) { ls_word r; LS_EACH { r[l] = (uint)((unsigned long long)a[l] * b[l] >> 32); } return r; }
LS_FUNCTION void ls_scatter(ls_number* to, ls_number place, ls_number x) { LS_EACH { if (!(place[l] < 0.0f)) { to[(int)place[l]][l] = x[l]; } } }
LS_FUNCTION float ls_fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
LS_FUNCTION float ls_sqrt(float a) { return __builtin_sqrtf(a); }
LS_FUNCTION float ls_abs(float a) { return __builtin_fabsf(a); }
LS_FUNCTION float ls_round(float a) { return __builtin_rintf(a); }
LS_FUNCTION uint ls_bits1(float a) { uint r; __builtin_memcpy(&r, &a, 4); return r; }
LS_FUNCTION float ls_float1(uint a) { float r; __builtin_memcpy(&r, &a, 4); return r; }
LS_FUNCTION ls_number ls_load_strided(float const* p, size_t stride) { ls_number r; LS_EACH { r[l] = p[l * stride]; } return r; }
LS_FUNCTION float ls_fold(ls_number x) {
    for (int half = LS_WIDTH / 2; half > 0; half /= 2) { for (int l = 0; l < half; ++l) { x[l] = x[l] + x[l + half]; } }
    return x[0];
}
#define LS_FOLD ls_fold
#define LS_DEFINE_DOT(name, X, W) LS_FUNCTION ls_number name(float const* x, size_t x_stride, float const* w, size_t columns) { \
    ls_number result; \
    LS_EACH { \
        ls_number s = ls_n(0.0f); \
        for (size_t k = 0; k < columns; k += LS_WIDTH) { s = ls_fma(LS_LOAD(x + l * x_stride + k), LS_LOAD(w + k), s); } \
        for (int n = LS_WIDTH / 2; n > 0; n /= 2) { for (int j = 0; j < n; ++j) { s[j] = s[2 * j] + s[2 * j + 1]; } } \
        result[l] = s[0]; \
    } \
    return result; }
#define LS_NUMBER ls_number
#define LS_WORD ls_word
#define LS_MASK ls_mask
#define LS_N(x) ls_n(x)
#define LS_W(x) ls_w(x)
#define LS_M(x) ((ls_mask){} - (int)(x))
#define LS_LANES ls_lanes()
#define LS_FIRST true
#define LS_LOAD(p) ((ls_number) * (ls_number_at const*)(p))
#define LS_LOAD_WORDS(p) ((ls_word) * (ls_word_at const*)(p))
#define LS_LOAD_STRIDED(p, stride) ls_load_strided(p, stride)
#define LS_STORE(x, p) (*(ls_number_at*)(p) = (x))
#define LS_STORE_WORDS(x, p) (*(ls_word_at*)(p) = (x))
#define LS_SET(x, p) (*(p) = (x))
#define LS_SELECT(m, a, b) ((m) ? (a) : (b))
#define LS_ANY(m) ls_any(m)
#define LS_NEEDS(m) ls_any(m)
#define LS_FMA ls_fma
#define LS_SQRT ls_sqrt
#define LS_ABS ls_abs
#define LS_ROUND ls_round
#define LS_MULHI ls_mulhi
#define LS_BITS(x) ((ls_word)(x))
#define LS_FLOAT(w) ((ls_number)(w))
#define LS_TO_WORD(x) ((ls_word)__builtin_convertvector(x, ls_mask))
#define LS_TO_NUMBER(w) __builtin_convertvector((ls_mask)(w), ls_number)
#define LS_SHIFT_SIGNED(w, k) ((ls_word)((ls_mask)(w) >> (k)))
#define LS_BIT(w, k) ((LS_BITS(w) >> (k) & 1u) != 0u)
#define LS_WITH_BIT(w, m, k) LS_SELECT(m, LS_FLOAT(LS_BITS(w) | (1u << (k))), w)
#define LS_BITS1 ls_bits1
#define LS_FLOAT1 ls_float1
#define LS_TO_WORD1(x) ((uint)(int)(x))
#define LS_TO_NUMBER1(w) ((float)(int)(w))
#define LS_LOOP
#define LS_FOR_LANES(l) for (size_t l = 0; l < LS_WIDTH; ++l)
#define LS_INDEX(x) ((int)(x)[0])
#define LS_SCATTER(to, place, x) ls_scatter(to, place, x)
#define LS_LANE_OF(x, l) ((x)[l])
#define LS_SET_LANE(x, l, y) ((x)[l] = (y))
#define LS_BARRIER()
#define LS_PROGRAM static
#define LS_TAKES_LANE
#define LS_GIVES_LANE
#define LS_GLOBAL
#define LS_SCRATCH
#define LS_PRIVATE
#define LS_CONSTANT static const
#define LS_NAN __builtin_nanf("")
#define LS_INFINITY __builtin_inff()
)";

}  // namespace detail

/// The type of a compiled kernel. It runs the packs [begin, end). `functor` is the address of the kernel's functor, whose bytes
/// are the arguments.
using host_kernel = void(std::size_t begin, std::size_t end, void const* functor);

/// The flags with which g++ or clang compiles the text to a library.
inline constexpr char const* host_flags =
    "-std=c++17 -O2 -march=native -fPIC -shared -w -ffp-contract=off -fno-math-errno -fno-strict-aliasing";

/// Returns the text of a kernel in C++. It defines `extern "C" host_kernel lockstep_kernel`.
LOCKSTEP_COLD inline std::string host_text(kernel_text const& k) {
    std::string parameters, arguments, scratch;
    for (kernel_argument const& a : k.arguments) {
        std::string const type = a.type + (a.is_pointer ? "*" : "");
        parameters += ", " + type + " const " + a.name;
        arguments += ", *(" + type + " const*)((char const*)functor + " + std::to_string(a.offset) + ")";
    }
    if (k.scratch > 0) {
        parameters += ", float* const ls_scratch";
        arguments += ", ls_scratch";
        scratch = "    alignas(64) float ls_scratch[" + std::to_string(k.scratch) + "];\n";
    }
    return std::string("#define LS_WIDTH 16\n") + detail::host_macros + kernel_prelude + uniform_prelude + k.functions +
           "static void ls_pack(size_t const pack" + parameters + ") {\n" + k.body +
           "}\nextern \"C\" void lockstep_kernel(size_t begin, size_t end, void const* functor) {\n" + scratch +
           "    for (size_t pack = begin; pack < end; ++pack) {\n        ls_pack(pack" + arguments + ");\n    }\n}\n";
}

}  // namespace lockstep
