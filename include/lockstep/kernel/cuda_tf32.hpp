// SPDX-License-Identifier: MIT
// Matrix products on the tensor cores of NVIDIA's cards since Ampere (compute capability 8.0), for packs with a team. A warp
// computes 16 rows of a product by the instruction mma.m16n8k8 (PTX ISA, "Matrix fragments for mma.m16n8k8"). Factors are rounded
// to TF32, which keeps 11 of the 24 bits of a significand. Sums are floats; the card chooses their order and their rounding.
#pragma once

namespace lockstep::detail {

/// ls_tile_tf32 computes a tile [16][8 * Wide] of out = start + a b, or of a b if start is null. Thread 4 g + t of the warp holds
/// the elements of a in rows g and g + 8 at steps t and t + 4, the elements of b at these steps in column g of each 8 columns,
/// and the sums in these rows and columns 2 t and 2 t + 1.
inline constexpr char const* cuda_tf32 = R"(
#define LS_WARPS (LS_MEMBERS / 2)
#define LS_WARP (LS_MEMBER / 2)
#ifdef __CUDA_ARCH__
LS_FUNCTION float ls_to_tf32(float x) {
    uint y;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(y) : "f"(x));
    return __uint_as_float(y);
}
LS_FUNCTION void ls_multiply_tf32(float* s, float const* a, float const* b) {
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(s[0]), "+f"(s[1]), "+f"(s[2]), "+f"(s[3])
        : "r"(__float_as_uint(a[0])), "r"(__float_as_uint(a[1])), "r"(__float_as_uint(a[2])), "r"(__float_as_uint(a[3])),
          "r"(__float_as_uint(b[0])), "r"(__float_as_uint(b[1])));
}
#endif
template <int Wide>
LS_FUNCTION void ls_tile_tf32(LS_TAKES_LANE float const* a, size_t a_stride, size_t a_step, float const* b, size_t b_stride,
                              size_t depth, float* out, size_t out_stride, float const* start, size_t start_stride) {
    size_t const g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
    float s[Wide][4] = {};
    for (int n = 0; n < Wide && start; ++n) {
        for (int i = 0; i < 4; ++i) { s[n][i] = start[(g + i / 2 * 8) * start_stride + n * 8 + 2 * t + i % 2]; }
    }
    __syncwarp(~0u);  // the instruction needs all threads of the warp at once
    LS_LOOP
    for (size_t k = t; k < depth + t; k += 8) {
        bool const has[2] = {k < depth, k + 4 < depth};
        float of_a[4], of_b[2];
        for (int i = 0; i < 4; ++i) {
            of_a[i] = has[i / 2] ? ls_to_tf32(a[(g + i % 2 * 8) * a_stride + (k + i / 2 * 4) * a_step]) : 0.0f;
        }
        for (int n = 0; n < Wide; ++n) {
            for (int i = 0; i < 2; ++i) { of_b[i] = has[i] ? ls_to_tf32(b[(k + i * 4) * b_stride + n * 8 + g]) : 0.0f; }
            ls_multiply_tf32(s[n], of_a, of_b);
        }
    }
    for (int n = 0; n < Wide; ++n) {
        for (int i = 0; i < 4; ++i) { out[(g + i / 2 * 8) * out_stride + n * 8 + 2 * t + i % 2] = s[n][i]; }
    }
}
#define LS_TILE_ROWS 16
#define LS_MATRIX_FITS(a_stride, a_step, depth) true
#define LS_MATRIX_TILE(wide) ls_tile_tf32<(wide) / 8>
)";

}  // namespace lockstep::detail
