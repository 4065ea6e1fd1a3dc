// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <doctest/doctest.h>

#include <lockstep/kernel/written.hpp>
#include <tests/kernel/statements.hpp>

namespace ls = lockstep;
using lockstep_test::statements;
using N = ls::written_number;
using S = ls::written_scalar;
using W = ls::written_word;
using U = ls::written_flag;
using I = ls::written_index;
using M = ls::written_mask;
using C = ls::written_condition;

// A mask or a condition is no bool, so that no `if` of C++ takes it.
static_assert(!std::is_constructible_v<bool, M> && !std::is_constructible_v<bool, C>);
// What lanes share goes into lanes only on purpose, except words, as C++ has it; and never back.
static_assert(!std::is_convertible_v<S, N> && std::is_constructible_v<N, S> && !std::is_constructible_v<S, N>);
static_assert(std::is_convertible_v<U, W> && !std::is_constructible_v<U, W>);
static_assert(std::is_convertible_v<int, I> && !std::is_convertible_v<float, N> && !std::is_convertible_v<bool, M>);

TEST_CASE("every operator of numbers") {
    CHECK(statements([] {
              N a(1.5f), b(2);
              a = a + b;
              a = a - b;
              a *= b;
              a /= -a;
              M m = a < b;
              m = m && a <= b;
              m = m || a > b;
              m = a >= b;
              m = !(a == b);
              m = a != b;
          }) == R"(
    LS_NUMBER v0 = LS_N(1.5f);
    LS_NUMBER v1 = v0 + LS_N(2.0f);
    v0 = v1;
    LS_NUMBER v2 = v0 - LS_N(2.0f);
    v0 = v2;
    LS_NUMBER v3 = v0 * LS_N(2.0f);
    v0 = v3;
    LS_NUMBER v4 = -v0;
    LS_NUMBER v5 = v0 / v4;
    v0 = v5;
    LS_MASK v6 = v0 < LS_N(2.0f);
    LS_MASK v7 = v0 <= LS_N(2.0f);
    LS_MASK v8 = v6 && v7;
    v6 = v8;
    LS_MASK v9 = v0 > LS_N(2.0f);
    LS_MASK v10 = v6 || v9;
    v6 = v10;
    LS_MASK v11 = v0 >= LS_N(2.0f);
    v6 = v11;
    LS_MASK v12 = v0 == LS_N(2.0f);
    LS_MASK v13 = !v12;
    v6 = v13;
    LS_MASK v14 = v0 != LS_N(2.0f);
    v6 = v14;
)");
}

TEST_CASE("every operator of words") {
    CHECK(statements([] {
              W a(7u), b(2u);
              a ^= b;
              a &= ~b;
              a |= a % b;
              a <<= b;
              a >>= b;
              a = a << 3;
              a = a >> 4;
          }) == R"(
    LS_WORD v0 = LS_W(7u);
    LS_WORD v1 = v0 ^ LS_W(2u);
    v0 = v1;
    LS_WORD v2 = ~LS_W(2u);
    LS_WORD v3 = v0 & v2;
    v0 = v3;
    LS_WORD v4 = v0 % LS_W(2u);
    LS_WORD v5 = v0 | v4;
    v0 = v5;
    LS_WORD v6 = v0 << LS_W(2u);
    v0 = v6;
    LS_WORD v7 = v0 >> LS_W(2u);
    v0 = v7;
    LS_WORD v8 = v0 << 3;
    v0 = v8;
    LS_WORD v9 = v0 >> 4;
    v0 = v9;
)");
}

TEST_CASE("what lanes share, and its way into the lanes") {
    CHECK(statements([] {
              S s(0.25f);
              s = s * S(I(3));
              s = s + S(U(4u));
              U u = U(s);
              u += 5;
              I i(u);
              i = i * 2;
              i = i % 3;
              C c = s < S(1);
              c = !c || c;
              N n(s);
              n = n + N(0);
              W w = u;
              w = w + u;
              M m(c);
              m = m && M(true);
          }) == R"(
    float v0 = 0.25f;
    float v1 = (float)3;
    float v2 = v0 * v1;
    v0 = v2;
    float v3 = (float)4u;
    float v4 = v0 + v3;
    v0 = v4;
    uint v5 = (uint)v0;
    uint v6 = v5 + 5u;
    v5 = v6;
    size_t v7 = (size_t)v5;
    size_t v8 = v7 * 2;
    v7 = v8;
    size_t v9 = v7 % 3;
    v7 = v9;
    bool v10 = v0 < 1.0f;
    bool v11 = !v10;
    bool v12 = v11 || v10;
    v10 = v12;
    LS_NUMBER v13 = LS_N(v0);
    LS_NUMBER v14 = v13 + LS_N(0.0f);
    v13 = v14;
    LS_WORD v15 = LS_W(v5);
    LS_WORD v16 = LS_W(v5);
    LS_WORD v17 = v15 + v16;
    v15 = v17;
    LS_MASK v18 = LS_M(v10);
    LS_MASK v19 = v18 && LS_M(true);
    v18 = v19;
)");
}

TEST_CASE("a literal is the same number bit by bit") {
    using ls::detail::c_literal;
    CHECK(c_literal(1.0f) == "1.0f");
    CHECK(c_literal(-2.5f) == "(-2.5f)");
    CHECK(c_literal(-0.0f) == "(-0.0f)");
    CHECK(c_literal(0.1f) == "0.1f");
    CHECK(c_literal(1e-5f) == "1e-05f");
    CHECK(c_literal(16777216.0f) == "16777216.0f");
    CHECK(c_literal(std::numeric_limits<float>::max()) == "3.4028235e+38f");
    CHECK(c_literal(std::numeric_limits<float>::denorm_min()) == "1e-45f");
    CHECK(c_literal(std::numeric_limits<float>::infinity()) == "LS_INFINITY");
    CHECK(c_literal(-std::numeric_limits<float>::infinity()) == "(-LS_INFINITY)");
    CHECK(c_literal(std::nanf("")) == "LS_NAN");
    CHECK(c_literal(~std::uint32_t(0)) == "4294967295u");
    CHECK(c_literal(std::size_t(1) << 40) == "1099511627776");
    CHECK(c_literal(true) == "true");
}

TEST_CASE("copies are variables of their own, and a moved number is the same variable") {
    CHECK(statements([] {
              N a(1);
              N b = a;
              a = a + b;
              N c = std::move(a);
              c = c * b;
          }) == R"(
    LS_NUMBER v0 = LS_N(1.0f);
    LS_NUMBER v1 = v0;
    LS_NUMBER v2 = v0 + v1;
    v0 = v2;
    LS_NUMBER v3 = v0 * v1;
    v0 = v3;
)");
    ls::kernel_writer w(16);
    N a(1), b = std::move(a);
    CHECK_THROWS_WITH_AS(a + b, "lockstep: a kernel reads a number before it is set", std::logic_error);
    a = b + b;
    CHECK(w.body() == "");
}

TEST_CASE("a condition of the text is a region, and a loop that it ends") {
    CHECK(statements([] {
              N x(3);
              (x < N(1)).any().when([&] { x = x + N(1); }, x);
              C::repeat_until(
                  5, [&] { return !(N(2) < x).any(); }, [&] { x = x * N(0.5f); }, x);
              C c(true);
              c = c.any();
          }) == R"(
    LS_NUMBER v0 = LS_N(3.0f);
    LS_MASK v1 = v0 < LS_N(1.0f);
    bool v2 = LS_ANY(v1);
    if (v2) {
        LS_NUMBER v3 = v0 + LS_N(1.0f);
        v0 = v3;
    }
    for (int v4 = 0; v4 < 5; ++v4) {
        LS_MASK v5 = LS_N(2.0f) < v0;
        bool v6 = LS_ANY(v5);
        bool v7 = !v6;
        if (v7) { break; }
        LS_NUMBER v8 = v0 * LS_N(0.5f);
        v0 = v8;
    }
    bool v9 = true;
    bool v10 = v9;
    v9 = v10;
)");
}

TEST_CASE("a number of a region is known there only") {
    ls::kernel_writer w(16);
    N outside(1), inside = std::move(outside);
    C(true).when([&] { outside = inside + inside; });
    CHECK_THROWS_WITH_AS(outside + inside,
                         "lockstep: a kernel uses a number outside of the loop or the region that declares it: declare it before",
                         std::logic_error);
}

TEST_CASE("a number that is used while no kernel is written is an error") {
    CHECK_THROWS_WITH_AS(N(1), "lockstep: a number of a kernel's text is used while no kernel is written", std::logic_error);
}
