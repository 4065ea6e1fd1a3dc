// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/program/fold.hpp>

namespace ls = lockstep;
using ls::emit;
using ls::operation;

namespace {

struct fixture {
    ls::builder to{4};
    int x = to.input(0);
    int y = to.input(1);
    int z = to.input(2);
    int m = emit(to, operation::less, x, y);
    int minus_x = emit(to, operation::neg, x);

    int k(double value) { return to.constant(value); }
    int add(int a, int b) { return emit(to, operation::add, a, b); }
    int sub(int a, int b) { return emit(to, operation::sub, a, b); }
    int mul(int a, int b) { return emit(to, operation::mul, a, b); }
    int div(int a, int b) { return emit(to, operation::div, a, b); }
    int neg(int a) { return emit(to, operation::neg, a); }
    int fma(int a, int b, int c) { return emit(to, operation::fma, a, b, c); }
    int select(int mask, int a, int b) { return emit(to, operation::select, mask, a, b); }
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "literals are computed at once") {
    CHECK(add(k(2), k(3)) == k(5));
    CHECK(div(k(1), k(8)) == k(0.125));
    CHECK(emit(to, operation::sqrt, k(9)) == k(3));
    CHECK(emit(to, operation::round, k(2.5)) == k(2));
    CHECK(fma(k(2), k(3), k(4)) == k(10));
    CHECK(emit(to, operation::less, k(2), k(3)) == to.truth(true));
    CHECK(emit(to, operation::negate, to.truth(true)) == to.truth(false));
    CHECK(select(to.truth(false), k(2), k(3)) == k(3));
    CHECK(to[add(to.undefined(), k(1))].op == operation::add);
}

TEST_CASE_FIXTURE(fixture, "sums") {
    CHECK(add(x, k(0)) == x);
    CHECK(add(k(0), x) == x);
    CHECK(add(x, y) == add(y, x));
    CHECK(add(y, minus_x) == sub(y, x));
    CHECK(add(minus_x, y) == sub(y, x));
    CHECK(sub(x, x) == k(0));
    CHECK(sub(x, k(0)) == x);
    CHECK(sub(k(0), x) == minus_x);
    CHECK(sub(y, minus_x) == add(x, y));
    CHECK(neg(minus_x) == x);
    CHECK(neg(sub(x, y)) == sub(y, x));
}

TEST_CASE_FIXTURE(fixture, "products") {
    CHECK(mul(x, k(0)) == k(0));
    CHECK(mul(k(1), x) == x);
    CHECK(mul(x, k(-1)) == minus_x);
    CHECK(mul(x, y) == mul(y, x));
    CHECK(mul(mul(x, k(3)), k(5)) == mul(x, k(15)));
    CHECK(mul(minus_x, k(3)) == mul(x, k(-3)));
    CHECK(neg(mul(x, k(3))) == mul(x, k(-3)));
    CHECK(mul(minus_x, neg(y)) == mul(x, y));
    CHECK(mul(minus_x, y) == neg(mul(x, y)));
    CHECK(mul(select(m, k(2), k(0)), k(3)) == select(m, k(6), k(0)));
    CHECK(div(x, k(4)) == mul(x, k(0.25)));
    CHECK(div(k(0), x) == k(0));
    CHECK(to[div(x, k(0))].op == operation::div);
}

TEST_CASE_FIXTURE(fixture, "fused products") {
    CHECK(fma(x, k(0), y) == y);
    CHECK(fma(k(1), x, y) == add(x, y));
    CHECK(fma(x, k(-1), y) == sub(y, x));
    CHECK(fma(x, y, k(0)) == mul(x, y));
    CHECK(fma(x, y, z) == fma(y, x, z));
    CHECK(to[fma(x, k(3), y)].op == operation::fma);
}

TEST_CASE_FIXTURE(fixture, "selections and masks") {
    CHECK(select(m, x, x) == x);
    CHECK(select(to.truth(true), x, y) == x);
    int const other = emit(to, operation::negate, m);
    CHECK(select(other, x, y) == select(m, y, x));
    CHECK(select(m, select(m, x, y), z) == select(m, x, z));
    CHECK(select(m, x, select(m, y, z)) == select(m, x, z));
    CHECK(emit(to, operation::negate, other) == m);
    CHECK(emit(to, operation::negate, emit(to, operation::equal, x, y)) == emit(to, operation::not_equal, x, y));
    CHECK(emit(to, operation::both, m, m) == m);
    CHECK(emit(to, operation::both, m, to.truth(true)) == m);
    CHECK(emit(to, operation::both, to.truth(false), m) == to.truth(false));
    CHECK(emit(to, operation::either, m, to.truth(true)) == to.truth(true));
    CHECK(emit(to, operation::either, to.truth(false), m) == m);
    CHECK(emit(to, operation::less, x, x) == to.truth(false));
    CHECK(to[emit(to, operation::not_equal, x, x)].op == operation::not_equal);  // x may be NaN
    CHECK(emit(to, operation::none, to.truth(false)) == to.truth(true));
    CHECK(emit(to, operation::max, x, x) == x);
    CHECK(emit(to, operation::abs, minus_x) == emit(to, operation::abs, x));
}

TEST_CASE_FIXTURE(fixture, "words") {
    int const word = emit(to, operation::with_bit, k(0), m, -1, 3);
    CHECK(emit(to, operation::bit, word, -1, -1, 3) == m);
    CHECK(emit(to, operation::bit, word, -1, -1, 2) == to.truth(false));
    CHECK(emit(to, operation::with_bit, word, to.truth(false), -1, 5) == word);
    CHECK(emit(to, operation::differ, word, word) == to.truth(false));
    CHECK(emit(to, operation::flip_first_difference, word, word) == word);
    CHECK(to[emit(to, operation::with_bit, k(0), to.truth(true), -1, 3)].op == operation::with_bit);  // its bits depend on R
    CHECK(emit(to, operation::bit, emit(to, operation::with_bit, x, m, -1, 1), -1, -1, 0) ==
          emit(to, operation::bit, x, -1, -1, 0));
}
