// SPDX-License-Identifier: MIT
#include <cstddef>
#include <span>
#include <string>

#include <doctest/doctest.h>

#include <lockstep/core/philox.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/kernel/text_world.hpp>
#include <tests/kernel/statements.hpp>

namespace ls = lockstep;
using lockstep_test::statements;
using N = ls::written_number;
using S = ls::written_scalar;
using traits = ls::number_traits<N>;
using scalar_traits = ls::number_traits<S>;

static_assert(ls::real<N> && ls::real<S> && ls::is_written<N> && !ls::is_written<float>);

TEST_CASE("what operators cannot say is a macro or a function of the prelude") {
    CHECK(statements([] {
              N x(3);
              x = ls::select(x < N(1), x, N(2));
              x = ls::min(x, N(2));
              x = ls::max(x, N(2));
              x = ls::abs(x);
              x = ls::round(x);
              x = ls::sqrt(x);
              x = ls::fma(x, x, N(2));
              x = traits::scale(x, N(2));
              x = traits::exponent(x);
          }) == R"(
    LS_NUMBER v0 = LS_N(3.0f);
    LS_MASK v1 = v0 < LS_N(1.0f);
    LS_NUMBER v2 = LS_SELECT(v1, v0, LS_N(2.0f));
    v0 = v2;
    LS_NUMBER v3 = ls_min(v0, LS_N(2.0f));
    v0 = v3;
    LS_NUMBER v4 = ls_max(v0, LS_N(2.0f));
    v0 = v4;
    LS_NUMBER v5 = LS_ABS(v0);
    v0 = v5;
    LS_NUMBER v6 = LS_ROUND(v0);
    v0 = v6;
    LS_NUMBER v7 = LS_SQRT(v0);
    v0 = v7;
    LS_NUMBER v8 = LS_FMA(v0, v0, LS_N(2.0f));
    v0 = v8;
    LS_NUMBER v9 = ls_scale(v0, LS_N(2.0f));
    v0 = v9;
    LS_NUMBER v10 = ls_exponent(v0);
    v0 = v10;
)");
}

TEST_CASE("likewise of what lanes share, with names of its own") {
    CHECK(statements([] {
              S x(3);
              x = ls::select(x < S(1), x, S(2));
              x = ls::min(x, S(2));
              x = ls::abs(x);
              x = ls::fma(x, x, S(2));
              x = scalar_traits::scale(x, S(2));
              x = scalar_traits::from_bits(scalar_traits::to_bits(x));
              x = scalar_traits::to_float(scalar_traits::to_integer(x));
          }) == R"(
    float v0 = 3.0f;
    bool v1 = v0 < 1.0f;
    float v2 = LS_SELECT(v1, v0, 2.0f);
    v0 = v2;
    float v3 = ls_min1(v0, 2.0f);
    v0 = v3;
    float v4 = LS_ABS(v0);
    v0 = v4;
    float v5 = LS_FMA(v0, v0, 2.0f);
    v0 = v5;
    float v6 = ls_scale1(v0, 2.0f);
    v0 = v6;
    uint v7 = LS_BITS1(v0);
    float v8 = LS_FLOAT1(v7);
    v0 = v8;
    uint v9 = LS_TO_WORD1(v0);
    float v10 = LS_TO_NUMBER1(v9);
    v0 = v10;
)");
}

TEST_CASE("words in the place of numbers") {
    CHECK(statements([] {
              N x = ls::empty_word<N>();
              x = ls::with_bit(x, ls::mask_t<N>(true), 5);
              ls::mask_t<N> m = ls::bit(x, 3);
              m = ls::differ(x, N(1));
              x = traits::from_bits(traits::to_integer(x));
              x = traits::to_float(traits::consecutive(ls::written_index(7)));
          }) == R"(
    LS_NUMBER v0 = LS_N(0.0f);
    LS_NUMBER v1 = LS_WITH_BIT(v0, LS_M(true), 5);
    v0 = v1;
    LS_WORD v2 = LS_BITS(v0);
    LS_WORD v3 = v2 >> 3;
    LS_WORD v4 = v3 & LS_W(1u);
    LS_MASK v5 = v4 != LS_W(0u);
    LS_WORD v6 = LS_BITS(v0);
    LS_WORD v7 = LS_BITS(LS_N(1.0f));
    LS_MASK v8 = v6 != v7;
    v5 = v8;
    LS_WORD v9 = LS_TO_WORD(v0);
    LS_NUMBER v10 = LS_FLOAT(v9);
    v0 = v10;
    LS_WORD v11 = LS_W((uint)(7 * 16)) + LS_LANES;
    LS_NUMBER v12 = LS_TO_NUMBER(v11);
    v0 = v12;
)");
}

TEST_CASE("the first of the bits in which words differ is turned") {
    ls::kernel_writer w(16);
    N x(1);
    x = ls::flip_first_difference(x, N(2));
    CHECK(w.body().find("~") != std::string::npos);
}

TEST_CASE("a product of words is high and low") {
    CHECK(statements([] {
              ls::written_word w(9u);
              auto const product = ls::multiply_wide(w, 3);
              w = product.high;
              w = product.low;
          }) == R"(
    LS_WORD v0 = LS_W(9u);
    LS_WORD v1 = LS_MULHI(v0, LS_W(3u));
    LS_WORD v2 = v0 * LS_W(3u);
    v0 = v1;
    v0 = v2;
)");
}

TEST_CASE("a program is recorded, and called as a function before the kernel, once for one text") {
    ls::kernel_writer w(16);
    auto const square = [](auto numbers) { numbers[1] = numbers[0] * numbers[0]; };
    ls::vector<N, 2> x{N(2), N(3)};
    traits::transform(std::span<N>(x.data), square);
    traits::transform(std::span<N>(x.data), square);
    CHECK(w.functions() == "LS_PROGRAM void ls_program1(LS_PRIVATE LS_NUMBER* rows) {\n"
                           "    LS_NUMBER const t0_1 = rows[0] * rows[0];\n"
                           "    rows[1] = t0_1;\n"
                           "}\n");
    CHECK("\n" + lockstep_test::renumbered(w.body()) == R"(
    LS_NUMBER v0 = LS_N(3.0f);
    LS_NUMBER v1[2];
    v1[0] = LS_N(2.0f);
    v1[1] = v0;
    ls_program1(v1);
    LS_NUMBER v2 = v1[1];
    v0 = v2;
    LS_NUMBER v3[2];
    v3[0] = LS_N(2.0f);
    v3[1] = v0;
    ls_program1(v3);
    LS_NUMBER v4 = v3[1];
    v0 = v4;
)");
}
