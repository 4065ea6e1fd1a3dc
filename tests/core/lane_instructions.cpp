// SPDX-License-Identifier: MIT
#include <lockstep/core/lane_instructions.hpp>

#include <doctest/doctest.h>

#include <tests/core/each_lane.hpp>

namespace ls = lockstep;
using namespace core_test;

TEST_CASE_TEMPLATE("each lane is rounded, rooted and compared as a float is", R, EVERY_WIDTH) {
    for (std::size_t offset = 0; offset < count; ++offset) {
        for (std::size_t stride = 1; stride < count; ++stride) {
            R const a = row_of<R>(offset, 1);
            R const b = row_of<R>(3 * offset + 1, stride);
            R const c = row_of<R>(offset + stride, 5);
            check_lanes([](auto const& x, auto const& y) { return ls::min(x, y); }, a, b);
            check_lanes([](auto const& x, auto const& y) { return ls::max(x, y); }, a, b);
            check_lanes([](auto const& x) { return ls::round(x); }, a);
            check_lanes([](auto const& x) { return ls::sqrt(x); }, a);
            check_lanes([](auto const& x, auto const& y, auto const& z) { return ls::fma(x, y, z); }, a, b, c);
        }
    }
}
