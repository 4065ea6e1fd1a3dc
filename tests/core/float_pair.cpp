// SPDX-License-Identifier: MIT
#include <lockstep/core/float_pair.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <doctest/doctest.h>

#include <lockstep/core/random.hpp>

#include "../support/float_pair.hpp"

namespace ls = lockstep;
using support::in_double;

namespace {

/// The pair nearest to a double, of which it holds 48 bits.
ls::float_pair nearest(double x) {
    float const high = static_cast<float>(x);
    return {high, static_cast<float>(x - static_cast<double>(high))};
}

/// Normal numbers of either sign, times powers of two in [2^-20, 2^20].
ls::float_pair drawn(ls::random<double>& random) {
    double const scale = std::ldexp(1.0, static_cast<int>(random.uniform(-20, 20)));
    return nearest(random.normal() * scale);
}

bool normalized(ls::float_pair const& x) { return x.high + x.low == x.high; }

}  // namespace

TEST_CASE("operations on pairs are those of double to 1e-13") {
    ls::random<double> random(1, 0, 0);
    double sum = 0, difference = 0, product = 0, quotient = 0;  // the worst relative errors
    for (int i = 0; i < 100'000; ++i) {
        ls::float_pair const a = drawn(random), b = drawn(random);
        double const x = in_double(a), y = in_double(b);
        auto const error = [](ls::float_pair const& actual, double exact) {
            REQUIRE(normalized(actual));
            return std::abs(in_double(actual) - exact) / std::abs(exact);
        };
        sum = std::max(sum, error(a + b, x + y));
        difference = std::max(difference, error(a - b, x - y));
        product = std::max(product, error(a * b, x * y));
        quotient = std::max(quotient, error(a / b, x / y));
        REQUIRE((a < b) == (x < y));
    }
    for (double const worst : {sum, difference, product, quotient}) {
        CHECK(worst < 1e-13);
        CHECK(worst > 0);
    }
}

TEST_CASE("numbers that share a high part are told apart") {
    ls::float_pair const small = {1, -1e-9f}, large = {1, 1e-9f};
    CHECK(small < large);
    CHECK_FALSE(large < small);
    CHECK_FALSE(small < small);
    CHECK(in_double(large - small) == doctest::Approx(2e-9));
}

TEST_CASE("whole numbers are exact far beyond those of a float") {
    std::uint64_t expected = 1;
    ls::float_pair count = 1;
    while (expected < std::uint64_t(1) << 45) {
        std::uint64_t const added = expected / 3 * 2 + 7;
        count = count + ls::float_pair::of(added);
        expected += added;
        REQUIRE(in_double(ls::float_pair::of(expected)) == static_cast<double>(expected));
        REQUIRE(in_double(count) == static_cast<double>(expected));
    }
    for (std::uint64_t const added : {1u, 3u, 100'001u, 131'072u}) {
        count = count + ls::float_pair::of(added);
        expected += added;
        REQUIRE(in_double(count) == static_cast<double>(expected));
    }
    CHECK(in_double(ls::float_pair(5) / ls::float_pair(5)) == 1);
    CHECK(in_double(ls::float_pair::of(0)) == 0);
}

TEST_CASE("a sum of many floats is that of doubles") {
    ls::random<double> random(2, 0, 0);
    ls::float_pair sum = 0;
    double expected = 0, size = 0;
    float plain = 0;
    for (int i = 0; i < 4096; ++i) {
        float const x = static_cast<float>(random.normal() + 0.1);
        sum = sum + x;
        plain += x;
        expected += static_cast<double>(x);
        size += std::abs(static_cast<double>(x));
    }
    CHECK(std::abs(in_double(sum) - expected) < 1e-13 * size);
    CHECK(std::abs(static_cast<double>(plain) - expected) > 1e-9 * size);
    CHECK(normalized(sum));
}
