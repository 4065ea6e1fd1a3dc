// SPDX-License-Identifier: MIT
#include <lockstep/core/lanes/instructions.hpp>

#include <cmath>
#include <cstddef>
#include <random>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>

#include <tests/core/each_lane.hpp>

namespace ls = lockstep;
using namespace core_test;

TEST_CASE_TEMPLATE("each lane is rounded, rooted and compared as a float is", R, EVERY_WIDTH) {
    for (std::size_t offset = 0; offset < count; ++offset) {
        for (std::size_t stride = 1; stride < count; ++stride) {
            R const a = pack_of<R>(offset, 1);
            R const b = pack_of<R>(3 * offset + 1, stride);
            R const c = pack_of<R>(offset + stride, 5);
            check_lanes([](auto const& x, auto const& y) { return ls::min(x, y); }, a, b);
            check_lanes([](auto const& x, auto const& y) { return ls::max(x, y); }, a, b);
            check_lanes([](auto const& x) { return ls::round(x); }, a);
            check_lanes([](auto const& x) { return ls::sqrt(x); }, a);
            check_lanes([](auto const& x, auto const& y, auto const& z) { return ls::fma(x, y, z); }, a, b, c);
        }
    }
}

TEST_CASE_TEMPLATE("a product and a sum are rounded once, near halves between floats too", R, EVERY_WIDTH) {
    std::mt19937 draw(1);
    auto const near_one = [&] { return 1 + static_cast<float>(draw() % 4096) * 0x1p-12f; };
    for (int trial = 0; trial < 2'000; ++trial) {
        float const x = near_one(), y = near_one() * (trial % 2 == 0 ? 1.0f : -1.0f);
        float const tail = std::ldexp(near_one(), -static_cast<int>(draw() % 60));
        for (float const z : {-x * y, tail, -tail, x * y * 0x1p24f, 0x1p-149f}) {
            R const sum = ls::fma(R(x), R(y), R(z));
            for (std::size_t k = 0; k < static_cast<std::size_t>(ls::width_of<R>); ++k) {
                REQUIRE(ls::lane(sum, k) == std::fma(x, y, z));
            }
        }
    }
}
