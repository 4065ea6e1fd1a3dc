// SPDX-License-Identifier: MIT
#include <lockstep/core/lanes.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/word.hpp>

#include <tests/core/each_lane.hpp>

namespace ls = lockstep;
using namespace core_test;

static_assert(ls::width_of<float> == 1 && ls::width_of<double> == 1 && ls::width_of<ls::lanes<8>> == 8);
static_assert(sizeof(ls::lanes<4>) == 16 && sizeof(ls::lanes<16>) == 64);
static_assert(ls::native_lanes::width == ls::native_width);

TEST_CASE("the build leaves a product and a sum as they are written") {
    float volatile given = 1 + 0x1p-12f;  // its square is not a float
    float const x = given, square = 1 + 0x1p-11f;
    CHECK(x * x - square == 0);
    CHECK(ls::fma(x, x, -square) == 0x1p-24f);
    ls::native_lanes const y(x);
    CHECK((y * y - ls::native_lanes(square))[0] == 0);
    CHECK(ls::fma(y, y, -ls::native_lanes(square))[0] == 0x1p-24f);
}

TEST_CASE_TEMPLATE("each lane computes what a float computes", R, EVERY_WIDTH) {
    for (std::size_t offset = 0; offset < count; ++offset) {
        for (std::size_t stride = 1; stride < count; ++stride) {
            R const a = pack_of<R>(offset, 1);
            R const b = pack_of<R>(3 * offset + 1, stride);
            R const c = pack_of<R>(offset + stride, 5);
            check_lanes([](auto const& x, auto const& y) { return x + y; }, a, b);
            check_lanes([](auto const& x, auto const& y) { return x - y; }, a, b);
            check_lanes([](auto const& x, auto const& y) { return x * y; }, a, b);
            check_lanes([](auto const& x, auto const& y) { return x / y; }, a, b);
            check_lanes([](auto const& x) { return -x; }, a);
            check_lanes([](auto x, auto const& y) { return x += y; }, a, b);
            check_lanes([](auto x, auto const& y) { return x -= y; }, a, b);
            check_lanes([](auto x, auto const& y) { return x *= y; }, a, b);
            check_lanes([](auto x, auto const& y) { return x /= y; }, a, b);
            check_lanes([](auto const& x) { return ls::abs(x); }, a);
            check_lanes([](auto const& x) { return ls::floor(x); }, a);
            check_lanes([](auto const& x, auto const& y, auto const& z) { return ls::select(x < y, y, z); }, a, b, c);
            check_lanes([](auto const& x, auto const& y, auto const& z) { return ls::clamp(x, y, z); }, a, b, c);
        }
    }
}

TEST_CASE_TEMPLATE("each lane compares as a float compares", R, EVERY_WIDTH) {
    for (std::size_t offset = 0; offset < count; ++offset) {
        for (std::size_t stride = 1; stride < count; ++stride) {
            R const a = pack_of<R>(offset, 1);
            R const b = pack_of<R>(offset, stride);
            check_mask([](auto const& x, auto const& y) { return x < y; }, a, b);
            check_mask([](auto const& x, auto const& y) { return x > y; }, a, b);
            check_mask([](auto const& x, auto const& y) { return x <= y; }, a, b);
            check_mask([](auto const& x, auto const& y) { return x >= y; }, a, b);
            check_mask([](auto const& x, auto const& y) { return x == y; }, a, b);
            check_mask([](auto const& x, auto const& y) { return x != y; }, a, b);
            check_mask([](auto const& x, auto const& y) { return x < y && y < x + x; }, a, b);
            check_mask([](auto const& x, auto const& y) { return x < y || y == x; }, a, b);
            check_mask([](auto const& x, auto const& y) { return !(x < y); }, a, b);
            check_mask([](auto const& x, auto const&) { return ls::is_finite(x); }, a, b);
        }
    }
}

TEST_CASE_TEMPLATE("each lane is scaled and taken apart as a float is", R, EVERY_WIDTH) {
    float x = 1.2e-38f;
    while (x < 1e38f) {
        R pack(0);
        for (std::size_t i = 0; i < std::size_t(R::width); ++i) {
            pack.set(i, x);
            x *= 1.37f;
        }
        check_lanes([]<class T>(T const& y) { return ls::number_traits<T>::exponent(y); }, pack);
        check_lanes([]<class T>(T const& y) { return ls::number_traits<T>::scale(y, -ls::number_traits<T>::exponent(y)); }, pack);
    }
    R const edge(0x1.6a09e6p-1f);  // the float nearest to sqrt(1/2)
    check_lanes([]<class T>(T const& y) { return ls::number_traits<T>::exponent(y); }, edge);
}

TEST_CASE_TEMPLATE("a negative number, which has no exponent, overflows in no lane", R, EVERY_WIDTH) {
    for (std::size_t offset = 0; offset < count; ++offset) {
        R const a = pack_of<R>(offset, 1);
        check_lanes([]<class T>(T const& x) { return ls::number_traits<T>::exponent(x); }, a);
        check_lanes([]<class T>(T const& x, T const& y) { return ls::number_traits<T>::flip_first_difference(x, y); }, a, -a);
    }
}

TEST_CASE_TEMPLATE("bits of a word are lane by lane", R, EVERY_WIDTH) {
    for (int k = 0; k < 24; ++k) {
        for (std::size_t i = 0; i < std::size_t(R::width); ++i) {
            R one(0);
            one.set(i, 1);
            R const before = ls::with_bit(ls::empty_word<R>(), R(0) < R(1), (k + 5) % 24);
            R const word = ls::with_bit(before, R(0) < one, k);
            for (std::size_t j = 0; j < std::size_t(R::width); ++j) {
                CHECK(ls::bit(word, k)[j] == (i == j));
                CHECK(ls::bit(word, (k + 5) % 24)[j]);
                CHECK(ls::differ(word, before)[j] == (i == j));
                CHECK(ls::bit(ls::flip_first_difference(before, word), k)[j] == (i == j));
            }
        }
    }
}

TEST_CASE_TEMPLATE("lanes are read from and written to any address of a float", R, EVERY_WIDTH) {
    float memory[3 * 16];
    for (std::size_t i = 0; i < 48; ++i) {
        memory[i] = float(i);
    }
    R const pack = R::load(memory + 3);
    for (std::size_t i = 0; i < std::size_t(R::width); ++i) {
        CHECK(pack[i] == float(i + 3));
        CHECK(ls::lane(pack, i) == float(i + 3));
    }
    (pack + R(0.5)).store(memory + 17);
    CHECK(memory[16] == 16);
    for (std::size_t i = 0; i < std::size_t(R::width); ++i) {
        CHECK(memory[17 + i] == float(i) + 3.5f);
    }
    CHECK(memory[17 + std::size_t(R::width)] == float(17 + R::width));
    CHECK(ls::lane(2.5, 0) == 2.5);
}

TEST_CASE_TEMPLATE("a constant stands in every lane, with its sign", R, EVERY_WIDTH) {
    for (double const x : {0.0, -0.0, 1.0, -3.5}) {
        R const pack(x);
        for (std::size_t i = 0; i < std::size_t(R::width); ++i) {
            CHECK(same(pack[i], static_cast<float>(x)));
            CHECK(same(ls::number_traits<R>::constant(x)[i], static_cast<float>(x)));
        }
    }
}

TEST_CASE("a pack comes from memory and goes back, a scalar as a pack of one") {
    std::vector<float> from(ls::native_width + 1), to = from;
    std::iota(from.begin(), from.end(), 1.0f);
    ls::store_pack(ls::load_pack<ls::native_lanes>(from.data() + 1), to.data());
    CHECK(std::equal(from.begin() + 1, from.end(), to.begin()));
    double x = 2, y = 0;
    ls::store_pack(ls::load_pack<ls::native_pack<double>>(&x), &y);
    CHECK(y == 2);
}

TEST_CASE_TEMPLATE("lanes are added up in their order", R, EVERY_WIDTH) {
    R pack(0);
    float sum = 0;
    for (std::size_t i = 0; i < std::size_t(R::width); ++i) {
        pack.set(i, i == 0 ? 16777216.0f : 1.0f);  // of which each is lost, but in another order
        sum += pack[i];
    }
    CHECK(ls::sum_of_lanes(pack) == sum);
    CHECK(ls::sum_of_lanes(2.5) == 2.5);
}
