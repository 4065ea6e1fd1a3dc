// SPDX-License-Identifier: MIT
// Here: that each instruction is there. The tests of lanes, masks and Philox compare what it computes with floats and integers.
#include <lockstep/core/lanes/machine.hpp>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/lanes/vector_types.hpp>

namespace ls = lockstep;

namespace {

/// The instructions that a vector of N floats has.
template <int N>
struct instructions {
    using number = typename ls::vector_types<N>::number;
    using bits = typename ls::vector_types<N>::bits;
    using pairs = typename ls::vector_types<N>::pairs;
    static constexpr bool min_and_max = requires(number x) { ls::machine::min(x, x), ls::machine::max(x, x); };
    static constexpr bool round = requires(number x) { ls::machine::round(x); };
    static constexpr bool sqrt = requires(number x) { ls::machine::sqrt(x); };
    static constexpr bool fma = requires(number x) { ls::machine::fma(x, x, x); };
    static constexpr bool signed_fma = requires(number x) {
        ls::machine::fnma(x, x, x), ls::machine::fms(x, x, x), ls::machine::fnms(x, x, x);
    };
    static constexpr bool any = requires(bits m) { ls::machine::any(m); };
    static constexpr bool products = requires(pairs p) { ls::machine::multiply_lower_words(p, p); };
    static constexpr bool scatter = requires(number x) { ls::machine::scatter(&x, x, x); };
};

}  // namespace

TEST_CASE("lanes of the native width use the instructions of the processor") {
    using native = instructions<ls::native_width>;
#if defined(__SSE2__)
    CHECK((native::min_and_max && native::sqrt && native::any));
    CHECK(instructions<4>::fma);
    CHECK(instructions<4>::products);
#endif
#if defined(__AVX__)
    CHECK(native::round);
#endif
#if defined(__FMA__)
    CHECK(native::fma);
#    if !defined(__clang__)
    CHECK((native::signed_fma && instructions<4>::signed_fma));
#    endif
#endif
#if defined(__AVX2__)
    CHECK(native::products);
#endif
#if defined(__AVX512F__)
    CHECK(native::scatter);
#endif
#if defined(__ARM_NEON) && defined(__aarch64__)
    CHECK((native::round && native::sqrt && native::fma && native::any));
#endif
#if defined(__wasm_simd128__)
    CHECK((native::min_and_max && native::round && native::sqrt && native::any));
#endif
    using none = instructions<2>;
    CHECK_FALSE((none::min_and_max || none::round || none::sqrt || none::fma || none::any || none::products || none::scatter));
}
