// SPDX-License-Identifier: MIT
#include <lockstep/core/math.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>

#include "../archetype/number.hpp"

namespace ls = lockstep;

namespace {

// One call for all functions, so that each test walks through the same table.
enum class function { sin, cos, atan, exp, expm1, log, tanh, rsqrt };

template <ls::real R>
R apply(function f, R const& x) {
    switch (f) {
    case function::sin: return ls::sin(x);
    case function::cos: return ls::cos(x);
    case function::atan: return ls::atan(x);
    case function::exp: return ls::exp(x);
    case function::expm1: return ls::expm1(x);
    case function::log: return ls::log(x);
    case function::tanh: return ls::tanh(x);
    case function::rsqrt: return ls::rsqrt(x);
    }
    return x;
}

double reference(function f, double x) {
    switch (f) {
    case function::sin: return std::sin(x);
    case function::cos: return std::cos(x);
    case function::atan: return std::atan(x);
    case function::exp: return std::exp(x);
    case function::expm1: return std::expm1(x);
    case function::log: return std::log(x);
    case function::tanh: return std::tanh(x);
    case function::rsqrt: return 1 / std::sqrt(x);
    }
    return x;
}

/// Calls back with floats spread evenly over [low, high], and with those on either side of each.
template <class Body>
void sweep(double low, double high, int count, Body body) {
    for (int i = 0; i <= count; ++i) {
        float const x = static_cast<float>(low + (high - low) * i / count);
        for (float const y : {std::nextafter(x, -HUGE_VALF), x, std::nextafter(x, HUGE_VALF)}) {
            if (y >= low && y <= high) {
                body(y);
            }
        }
    }
}

struct stated_bound {
    function f;
    double low, high, absolute, relative;
};

constexpr stated_bound stated_bounds[] = {
    {function::sin, -4, 4, 1.3e-7, 0},        {function::cos, -4, 4, 1.3e-7, 0},
    {function::sin, -1e5, 1e5, 1.3e-7, 0},    {function::cos, -1e5, 1e5, 1.3e-7, 0},
    {function::sin, -1e6, 1e6, 2e-7, 0},      {function::cos, -1e6, 1e6, 2e-7, 0},
    {function::exp, -1, 1, 0, 1e-7},          {function::exp, -87.3, 88.7, 0, 1e-7},
    {function::log, 0.9, 1.1, 0, 1e-7},       {function::log, 1.2e-38, 1e-30, 0, 1e-7},
    {function::log, 1e-30, 10, 0, 1e-7},      {function::log, 10, 3.4028234e38, 0, 1e-7},
    {function::tanh, -1, 1, 4.5e-7, 0},       {function::tanh, -100, 100, 4.5e-7, 0},
    {function::rsqrt, 1e-30, 1e-20, 0, 1e-7}, {function::rsqrt, 1e-20, 10, 0, 1e-7},
    {function::atan, -2, 2, 2e-7, 0},         {function::atan, -1e20, 1e20, 2e-7, 0},
    {function::expm1, -1, 1, 0, 1.5e-7},      {function::expm1, -1e-3, 1e-3, 0, 1.5e-7},
    {function::expm1, -87.3, 88, 0, 1.5e-7},
};

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

}  // namespace

TEST_CASE("every function keeps its stated error") {
    for (stated_bound const& stated : stated_bounds) {
        CAPTURE(int(stated.f));
        CAPTURE(stated.high);
        double worst = 0;  // error over bound
        sweep(stated.low, stated.high, 200'000, [&](float x) {
            double const exact = reference(stated.f, double(x));
            double const error = std::abs(double(apply(stated.f, x)) - exact);
            worst = std::max(worst, error / (stated.absolute + stated.relative * std::abs(exact) + 1e-300));
        });
        CHECK(worst < 1);
        CHECK(worst > 0);
    }
}

TEST_CASE("double is computed by the standard library") {
    for (double x = 0.1; x < 10; x += 0.37) {
        for (function const f : {function::sin, function::cos, function::atan, function::exp, function::expm1, function::log,
                                 function::tanh, function::rsqrt}) {
            CHECK(apply(f, x) == reference(f, x));
        }
        double s = x, c = 0;
        ls::sincos(s, s, c);
        CHECK(s == std::sin(x));
        CHECK(c == std::cos(x));
    }
}

TEST_CASE("special values do what the documentation says") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float greatest = std::numeric_limits<float>::max();
    for (function const f : {function::sin, function::cos, function::atan, function::exp, function::expm1, function::log,
                             function::tanh, function::rsqrt}) {
        CHECK(std::isnan(apply(f, nan)));
        CHECK(std::isnan(apply(f, -nan)));
    }
    CHECK(ls::sin(0.0f) == 0);
    CHECK(ls::cos(0.0f) == 1);
    CHECK(std::isnan(ls::sin(infinity)));
    CHECK(std::isnan(ls::cos(-infinity)));
    CHECK(bits(ls::atan(-0.0f)) == bits(-0.0f));
    CHECK(ls::atan(infinity) == doctest::Approx(1.57079633));
    CHECK(ls::atan(-infinity) == -ls::atan(infinity));
    CHECK(ls::exp(0.0f) == 1);
    CHECK(ls::exp(-0.0f) == 1);
    CHECK(ls::exp(-infinity) == doctest::Approx(0).epsilon(1e-37));
    CHECK(ls::exp(-infinity) >= std::numeric_limits<float>::min());
    CHECK(ls::exp(infinity) > 3.3e38f);
    CHECK(ls::exp(infinity) <= greatest);
    CHECK(ls::is_finite(ls::exp(infinity)));
    CHECK(bits(ls::expm1(1e-30f)) == bits(1e-30f));
    CHECK(ls::expm1(-infinity) == -1);
    CHECK(ls::expm1(infinity) == ls::expm1(88.0f));
    CHECK(ls::is_finite(ls::expm1(infinity)));
    CHECK(ls::log(1.0f) == 0);
    CHECK(ls::log(infinity) == infinity);
    CHECK(ls::log(greatest) == doctest::Approx(88.72284).epsilon(1e-7));
    for (float const x : {0.0f, -0.0f, -1.0f, -infinity, std::numeric_limits<float>::denorm_min()}) {
        CHECK(ls::log(x) == doctest::Approx(-87.33654).epsilon(1e-7));
    }
    CHECK(bits(ls::tanh(-0.0f)) == bits(-0.0f));
    CHECK(ls::tanh(infinity) == ls::tanh(8.0f));
    CHECK(ls::tanh(-infinity) == -ls::tanh(8.0f));
    sweep(-9, 9, 100'000, [](float x) { REQUIRE(std::abs(ls::tanh(x)) <= 1); });
    CHECK(ls::rsqrt(0.0f) == infinity);
    CHECK(ls::rsqrt(infinity) == 0);
    CHECK(std::isnan(ls::rsqrt(-1.0f)));
}

TEST_CASE("a power is as near as the product in its exponent lets it be") {
    double worst = 0;  // error over bound
    sweep(-60, 60, 2'000, [&](float logarithm) {
        float const x = ls::exp(logarithm);
        for (float const y : {-1.0f, -0.4f, 0.0f, 0.6f, 1.0f, 1.3f}) {
            double const exact = std::pow(double(x), double(y));
            double const bound = 2e-7 * (1 + std::abs(double(y) * std::log(double(x))));
            worst = std::max(worst, std::abs(double(ls::pow(x, y)) / exact - 1) / bound);
        }
        CHECK(ls::pow(double(x), 0.6) == std::pow(double(x), 0.6));
        REQUIRE(bits(ls::pow(ls::lanes<8>(x), ls::lanes<8>(0.6f))[5]) == bits(ls::pow(x, 0.6f)));
    });
    CHECK(worst < 1);
    CHECK(worst > 0);
    CHECK(ls::pow(0.0f, 0.6f) == 0);
    CHECK(ls::pow(0.0f, 0.0f) == 1);
    CHECK(ls::pow(1.0f, 0.6f) == 1);
    CHECK(std::isnan(ls::pow(std::numeric_limits<float>::quiet_NaN(), 0.6f)));
    CHECK(ls::is_finite(ls::pow(1e38f, 2.0f)));
}

TEST_CASE_TEMPLATE("every lane of every width agrees with float bit for bit", R, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    for (stated_bound const& stated : stated_bounds) {
        R pack(0);
        std::size_t next = 0;
        sweep(stated.low, stated.high, 5'000, [&](float x) {
            pack.set(next++, x);
            if (next == std::size_t(R::width)) {
                R const y = apply(stated.f, pack);
                for (std::size_t lane = 0; lane < next; ++lane) {
                    REQUIRE(bits(y[lane]) == bits(apply(stated.f, pack[lane])));
                }
                next = 0;
            }
        });
    }
}

TEST_CASE("the least number type agrees with float bit for bit") {
    for (stated_bound const& stated : stated_bounds) {
        sweep(stated.low, stated.high, 1'000,
              [&](float x) { REQUIRE(bits(value(apply(stated.f, archetype::number(double(x))))) == bits(apply(stated.f, x))); });
    }
}

// The bits themselves: FNV-1a over the results at 2^16 arguments that are exact in float. Another compiler, processor,
// instruction set or back end must reach the same constants; so they change only when the functions are meant to.
TEST_CASE("results are the same bits on every machine") {
    struct pin {
        function f;
        float step;  // arguments step * (i + offset)
        float offset;
        std::uint64_t hash;
    };
    constexpr pin pins[] = {
        {function::sin, 0x1p-9f, -32768, 0xc5df15b6211a8791u}, {function::cos, 0x1p-9f, -32768, 0xe4a3bfabd024d0d7u},
        {function::exp, 0x1p-9f, -32768, 0x8cf4d8b09252668du}, {function::expm1, 0x1p-9f, -32768, 0xe1c3089e82535b08u},
        {function::log, 0x1p-12f, 1, 0x004fcbadfacd05ffu},     {function::tanh, 0x1p-11f, -32768, 0x9232c51cb2190723u},
        {function::rsqrt, 0x1p-12f, 1, 0x8bf90dda84315dacu},   {function::atan, 0x1p-12f, -32768, 0xecaea747e5f81187u},
    };
    for (pin const& pinned : pins) {
        std::uint64_t hash = 0xcbf29ce484222325u;
        for (int i = 0; i < 65536; ++i) {
            std::uint32_t const result = bits(apply(pinned.f, pinned.step * (static_cast<float>(i) + pinned.offset)));
            for (int byte = 0; byte < 4; ++byte) {
                hash = (hash ^ (result >> 8 * byte & 0xff)) * 0x100000001b3u;
            }
        }
        CAPTURE(int(pinned.f));
        CHECK(hash == pinned.hash);
    }
}
