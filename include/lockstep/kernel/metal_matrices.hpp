// SPDX-License-Identifier: MIT
// Matrix products on the simdgroup matrices of Apple's graphics processors since the family Apple 7, for packs with a team (Metal
// Shading Language, "SIMD-group Matrix Functions"). The 32 threads of a simdgroup hold a matrix of 8 x 8 floats together, and
// call each function together. A sum begins with its start and takes its steps in order, eight in one call. Apple states neither
// the order of these eight nor how they are rounded, so a tile may have other bits than the processor's.
#pragma once

namespace lockstep::detail {

/// ls_tile_of_matrices computes a tile [16][8 * Wide] of out = start + a b, or of a b if start is 0. All rows may have the same
/// start. The language does not say whether a matrix can be loaded with equal rows, so the threads write the start into `out`
/// first. If fewer than eight steps are left at the end, the threads add these steps themselves.
inline constexpr char const* metal_matrices = R"(
#include <metal_simdgroup_matrix>
#define LS_WARPS (LS_MEMBERS / 2)
#define LS_WARP (LS_MEMBER / 2)
#define LS_WARP_BARRIER() metal::simdgroup_barrier(metal::mem_flags::mem_threadgroup | metal::mem_flags::mem_device)
static inline bool ls_has_start(int) { return false; }
static inline float ls_start_at(int, size_t) { return 0.0f; }
template <class Start>
static inline bool ls_has_start(Start) { return true; }
template <class Start>
static inline float ls_start_at(Start start, size_t at) { return start[at]; }
template <uint Wide, class A, class B, class Out, class Start>
static void ls_tile_of_matrices(LS_TAKES_LANE A a, size_t a_stride, size_t a_step, B b, size_t b_stride, size_t depth, Out out,
                                size_t out_stride, Start start, size_t start_stride) {
    uint const columns = 8 * Wide, size = 16 * columns, first = ls_thread % 32;
    metal::simdgroup_float8x8 s[2][Wide];
    if (ls_has_start(start)) {
        for (uint i = first; i < size; i += 32) {
            out[i / columns * out_stride + i % columns] = ls_start_at(start, i / columns * start_stride + i % columns);
        }
        LS_WARP_BARRIER();
        for (uint r = 0; r < 2; ++r) {
            for (uint n = 0; n < Wide; ++n) { metal::simdgroup_load(s[r][n], out + r * 8 * out_stride + n * 8, out_stride); }
        }
    } else {
        for (uint r = 0; r < 2; ++r) {
            for (uint n = 0; n < Wide; ++n) { s[r][n] = metal::make_filled_simdgroup_matrix<float, 8, 8>(0.0f); }
        }
    }
    size_t k = 0;
    for (; k + 8 <= depth; k += 8) {
        metal::simdgroup_float8x8 of_a[2];
        for (uint r = 0; r < 2; ++r) {
            if (a_step == 1) {
                metal::simdgroup_load(of_a[r], a + r * 8 * a_stride + k, a_stride);
            } else {
                metal::simdgroup_load(of_a[r], a + r * 8 + k * a_step, a_step, 0, true);
            }
        }
        for (uint n = 0; n < Wide; ++n) {
            metal::simdgroup_float8x8 of_b;
            metal::simdgroup_load(of_b, b + k * b_stride + n * 8, b_stride);
            for (uint r = 0; r < 2; ++r) { metal::simdgroup_multiply_accumulate(s[r][n], of_a[r], of_b, s[r][n]); }
        }
    }
    for (uint r = 0; r < 2; ++r) {
        for (uint n = 0; n < Wide; ++n) { metal::simdgroup_store(s[r][n], out + r * 8 * out_stride + n * 8, out_stride); }
    }
    if (k == depth) { return; }
    LS_WARP_BARRIER();
    for (uint i = first; i < size; i += 32) {
        uint const r = i / columns, c = i % columns;
        float sum = out[r * out_stride + c];
        for (size_t j = k; j < depth; ++j) { sum = metal::fma(a[r * a_stride + j * a_step], b[j * b_stride + c], sum); }
        out[r * out_stride + c] = sum;
    }
}
#define LS_TILE_ROWS 16
#define LS_MATRIX_FITS(a_stride, a_step, depth) \
    ((depth) >= 8 && (((a_step) == 1 && (a_stride) >= 8) || ((a_stride) == 1 && (a_step) >= 8)))
#define LS_MATRIX_TILE(wide) ls_tile_of_matrices<(wide) / 8>
)";

}  // namespace lockstep::detail
