// SPDX-License-Identifier: MIT
// A kernel's text in the Metal Shading Language, 3.0: a pack is a threadgroup, a lane is a thread. The other half of the pack's
// simdgroup is idle, because two packs in one simdgroup could take different branches, and Metal allows no barrier in a branch
// that not all threads take. If a pack has a team, the threadgroup has 128 threads. Lanes are added in the order of LS_FOLD,
// never by simd_sum. Nothing is contracted, and Metal's safe mode rounds + - * / and fma to the nearest. Metal's square root may
// be wrong in the last place, so ls_sqrt corrects it. Numbers below 2^-126 are zero, as on the processor's threads.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <lockstep/kernel/metal_matrices.hpp>
#include <lockstep/kernel/prelude.hpp>
#include <lockstep/kernel/text_world.hpp>

namespace lockstep {

struct metal_form {
    bool device_scratch = false;  ///< whether scratch is a buffer of the device, and not threadgroup memory of the launch
    /// Whether lanes vote and fold by functions of a simdgroup. Otherwise, and always in teams, they use threadgroup memory.
    bool simd_exchange = true;
    /// Whether products of a pack with a team run on simdgroup matrices (kernel/metal_matrices.hpp). Their bits may differ from
    /// the processor's.
    bool simdgroup_matrices = false;
};

/// Returns the number of threads in a threadgroup of a kernel.
inline constexpr std::size_t metal_threads_of(kernel_text const& k) { return k.has_team ? 128 : text_world::width; }
/// Returns whether the lanes of a kernel vote and fold in threadgroup memory.
inline constexpr bool exchanges_in_memory(kernel_text const& k, metal_form const& form) {
    return k.has_team || !form.simd_exchange;
}

/// The arguments of a kernel. All numbers are one struct in buffer 0. Then come the pointers, each with a buffer of its own, and
/// then the scratch.
struct metal_arguments {
    std::vector<std::pair<kernel_argument, std::size_t>> numbers;  ///< each with its offset in the struct in bytes
    std::size_t numbers_size = 0;                                  ///< the bytes of the struct
    std::vector<kernel_argument> pointers;                         ///< the first is buffer 1
    static constexpr std::size_t most_buffers = 31;

    std::size_t scratch() const { return pointers.size() + 1; }
};

/// Returns the arguments of a kernel. Throws std::runtime_error if the kernel needs more buffers than Metal's 31.
LOCKSTEP_COLD inline metal_arguments metal_arguments_of(kernel_text const& k, metal_form const& form) {
    metal_arguments result;
    for (kernel_argument const& a : k.arguments) {
        if (a.is_pointer) {
            result.pointers.push_back(a);
        } else {
            std::size_t const size = a.type == "size_t" ? 8 : 4, at = (result.numbers_size + size - 1) / size * size;
            result.numbers.emplace_back(a, at);
            result.numbers_size = at + size;
        }
    }
    result.numbers_size = (result.numbers_size + 7) / 8 * 8;
    if (result.scratch() + (form.device_scratch ? 1 : 0) > metal_arguments::most_buffers) {
        throw std::runtime_error("lockstep::metal: the kernel " + k.name + " has " + std::to_string(result.pointers.size()) +
                                 " pointers: Metal has 31 buffers, with those for numbers and scratch");
    }
    return result;
}

/// Returns the name of the kernel in its text. The name differs from all names of Metal.
inline std::string metal_function_name(kernel_text const& k) { return "kernel_" + k.name; }

namespace detail {

inline constexpr char const* metal_macros = R"(
#define LS_NUMBER float
#define LS_WORD uint
#define LS_MASK bool
#define LS_N(x) ((float)(x))
#define LS_W(x) ((uint)(x))
#define LS_M(x) ((bool)(x))
#define LS_LANES (LS_THREAD)
#define LS_FIRST (LS_THREAD == 0)
#define LS_LOAD(p) ((p)[LS_THREAD])
#define LS_LOAD_WORDS(p) ((p)[LS_THREAD])
#define LS_LOAD_STRIDED(p, stride) ((p)[LS_THREAD * (stride)])
#define LS_STORE(x, p) ((p)[LS_THREAD] = (x))
#define LS_STORE_WORDS(x, p) ((p)[LS_THREAD] = (x))
#define LS_SET(x, p) (*(p) = (x))
#define LS_SELECT(m, a, b) ((m) ? (a) : (b))
#define LS_NEEDS(m) (m)
#define LS_BIT(w, k) ((LS_BITS(w) >> (k) & 1u) != 0u)
#define LS_WITH_BIT(w, m, k) LS_SELECT(m, LS_FLOAT(LS_BITS(w) | (1u << (k))), w)
#define LS_FMA metal::fma
#define LS_SQRT ls_sqrt
#define LS_ABS metal::fabs
#define LS_ROUND metal::rint
#define LS_MULHI metal::mulhi
#define LS_BITS as_type<uint>
#define LS_FLOAT as_type<float>
#define LS_TO_WORD(x) ((uint)(int)(x))
#define LS_TO_NUMBER(w) ((float)(int)(w))
#define LS_SHIFT_SIGNED(w, k) ((uint)((int)(w) >> (k)))
#define LS_BITS1 LS_BITS
#define LS_FLOAT1 LS_FLOAT
#define LS_TO_WORD1 LS_TO_WORD
#define LS_TO_NUMBER1 LS_TO_NUMBER
#define LS_LOOP
#define LS_FOR_LANES(l) for (size_t l = LS_THREAD, ls_once = 1; ls_once; ls_once = 0)
#define LS_INDEX(x) ((int)(x))
#define LS_SCATTER(to, place, x) if (!((place) < 0.0f)) { (to)[(int)(place)] = (x); }
#define LS_LANE_OF(x, l) (x)
#define LS_SET_LANE(x, l, y) ((x) = (y))
#define LS_BARRIER() metal::threadgroup_barrier(metal::mem_flags::mem_threadgroup | metal::mem_flags::mem_device)
#define LS_DEFINE_DOT(name, X, W) \
static float name(LS_TAKES_LANE X float const* x, size_t x_stride, W float const* w, size_t columns) { \
    float s[16] = {0}; \
    x += LS_THREAD * x_stride; \
    for (size_t k = 0; k < columns; k += 16) { \
        for (size_t j = 0; j < 16; ++j) { s[j] = metal::fma(x[k + j], w[k + j], s[j]); } \
    } \
    for (size_t n = 8; n > 0; n /= 2) { for (size_t j = 0; j < n; ++j) { s[j] = s[2 * j] + s[2 * j + 1]; } } \
    return s[0]; }
#define LS_FUNCTION static inline
#define LS_PROGRAM static
#define LS_GLOBAL device
#define LS_PRIVATE thread
#define LS_CONSTANT constant
#define LS_NAN NAN
#define LS_INFINITY INFINITY
static inline float ls_sqrt(float x) {
    bool const is_small = x < 1.2621774483536189e-29f;  // 2^-96
    float const scaled = is_small ? x * 4294967296.0f : x;
    float const root = metal::precise::sqrt(scaled);
    float const below = as_type<float>(as_type<uint>(root) - 1u);
    float const above = as_type<float>(as_type<uint>(root) + 1u);
    float nearest = root;
    if (metal::fma(-below, root, scaled) <= 0.0f) { nearest = below; }
    if (metal::fma(-above, root, scaled) > 0.0f) { nearest = above; }
    return is_small ? nearest * 1.52587890625e-05f : nearest;
}
)";

inline constexpr char const* metal_simd_exchange = R"(#define LS_TAKES_LANE uint ls_thread,
#define LS_GIVES_LANE ls_thread,
#define LS_ANY(m) metal::simd_any(m)
#define LS_FOLD ls_fold
static inline float ls_fold(float x) {
    for (ushort half_pack = LS_WIDTH / 2; half_pack > 0; half_pack /= 2) { x = x + metal::simd_shuffle_xor(x, half_pack); }
    return x;
}
)";

/// ls_works says whether this thread has a vote and a number. In a team only the threads of the first member have them.
inline constexpr char const* metal_memory_exchange = R"(
#define LS_TAKES_LANE bool ls_works, uint ls_thread, threadgroup float* ls_lanes,
#define LS_GIVES_LANE ls_works, ls_thread, ls_lanes,
#define LS_VOTE(m) ls_vote(LS_GIVES_LANE m)
#define LS_ANY LS_VOTE
#define LS_FOLD(x) ls_fold(LS_GIVES_LANE x)
static inline bool ls_vote(LS_TAKES_LANE bool m) {
    LS_BARRIER();
    if (ls_thread == 0) { ls_lanes[0] = 0.0f; }
    LS_BARRIER();
    if (ls_works && m) { ls_lanes[0] = 1.0f; }
    LS_BARRIER();
    return ls_lanes[0] != 0.0f;
}
static inline float ls_fold(LS_TAKES_LANE float x) {
    LS_BARRIER();
    if (ls_works) { ls_lanes[LS_THREAD] = x; }
    LS_BARRIER();
    float s[LS_WIDTH];
    for (uint l = 0; l < LS_WIDTH; ++l) { s[l] = ls_lanes[l]; }
    for (uint half_pack = LS_WIDTH / 2; half_pack > 0; half_pack /= 2) {
        for (uint l = 0; l < half_pack; ++l) { s[l] = s[l] + s[l + half_pack]; }
    }
    return s[0];
}
)";

}  // namespace detail

/// Returns the text of a kernel in the Metal Shading Language. Scratch in threadgroup memory is threadgroup argument 0. Memory in
/// which lanes vote and fold, a number for each lane, is threadgroup argument 1. Throws std::runtime_error if the kernel has too
/// many pointers.
LOCKSTEP_COLD inline std::string metal_text(kernel_text const& k, metal_form const& form = {}) {
    metal_arguments const arguments = metal_arguments_of(k, form);
    std::string const name = metal_function_name(k), width = std::to_string(text_world::width);
    std::string const floats = std::to_string(k.scratch);
    std::string type, given, names, scratch;
    for (auto const& [number, at] : arguments.numbers) {
        std::string const of = number.type == "size_t" ? "ulong" : number.type;
        type += "    " + of + " " + number.name + ";\n";
        names += "    " + of + " const " + number.name + " = ls_numbers." + number.name + ";\n";
    }
    if (!type.empty()) {
        type = "struct " + name + "_numbers {\n" + type + "};\n";
        given = "    constant " + name + "_numbers& ls_numbers [[buffer(0)]],\n";
    }
    std::size_t buffer = 0;
    for (kernel_argument const& a : arguments.pointers) {
        given += "    device " + a.type + "* " + a.name + " [[buffer(" + std::to_string(++buffer) + ")]],\n";
    }
    if (k.scratch > 0 && form.device_scratch) {
        given += "    device float* ls_all_scratch [[buffer(" + std::to_string(arguments.scratch()) + ")]],\n";
        scratch = "    device float* const ls_scratch = ls_all_scratch + pack * " + floats + ";\n";
    } else if (k.scratch > 0) {
        given += "    threadgroup float* ls_scratch [[threadgroup(0)]],\n";
    }
    bool const in_memory = exchanges_in_memory(k, form);
    if (in_memory) {
        given += "    threadgroup float* ls_lanes [[threadgroup(1)]],\n";
        scratch = "    bool const ls_works = " + std::string(k.has_team ? "LS_MEMBER == 0" : "true") + ";\n" + scratch;
    }
    std::string const threads = std::to_string(metal_threads_of(k));
    std::string const team = "#define LS_THREAD (ls_thread % LS_WIDTH)\n#define LS_MEMBERS (" + threads + " / LS_WIDTH)\n" +
                             "#define LS_MEMBER (ls_thread / LS_WIDTH)\n#define LS_IS_FIRST (ls_thread == 0)\n";
    // A thread's simdgroup does not follow from the thread's position in the threadgroup, so the text asks for it.
    bool const has_matrices = k.has_team && form.simdgroup_matrices;
    if (has_matrices) {
        given += "    uint ls_simdgroup [[simdgroup_index_in_threadgroup]],\n"
                 "    uint ls_in_simdgroup [[thread_index_in_simdgroup]],\n";
        scratch = "    uint const ls_thread = ls_simdgroup * 32 + ls_in_simdgroup;\n" + scratch;
    } else {
        given += "    uint ls_thread [[thread_position_in_threadgroup]],\n";
    }
    return "#include <metal_stdlib>\n#pragma METAL fp math_mode(safe)\n#pragma METAL fp contract(off)\n"
           "#pragma clang fp contract(off)\n"
           "#define LS_WIDTH " + width + "\n#define LS_SCRATCH " + (form.device_scratch ? "device" : "threadgroup") +
           detail::metal_macros + (k.has_team ? team : "#define LS_THREAD ls_thread\n") +
           (in_memory ? detail::metal_memory_exchange : detail::metal_simd_exchange) +
           (k.has_team ? team_macros : "") + (has_matrices ? detail::metal_matrices : "") +
           kernel_prelude + uniform_prelude + k.functions + type +
           "[[kernel, max_total_threads_per_threadgroup(" + threads + ")]]\nvoid " + name + "(\n" + given +
           "    uint ls_pack [[threadgroup_position_in_grid]]) {\n    size_t const pack = ls_pack;\n" + scratch + names +
           k.body + "}\n";
}

}  // namespace lockstep
