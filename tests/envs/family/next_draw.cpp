// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <cstdlib>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/family/next_draw.hpp>

namespace ls = lockstep;

TEST_CASE_TEMPLATE("draws stay in [0, 1), each of them as evenly as can be", R, double, float, ls::lanes<4>) {
    ls::vector<R, 3> draw{R(0.3), R(0.999), R(0)};
    std::array<int, 3> below_half{};
    std::array<int, 8> octants{};
    for (int n = 0; n < 4000; ++n) {
        draw = ls::envs::next_draw(draw);
        std::size_t octant = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            double const x = ls::lane(draw[i], 0);
            CHECK(0 <= x);
            CHECK(x < 1);
            below_half[i] += x < 0.5;
            octant = 2 * octant + (x < 0.5);
        }
        ++octants[octant];
    }
    for (int const count : below_half) {
        CHECK(std::abs(count - 2000) <= 6);  // independent draws would be 32 off
    }
    for (int const count : octants) {
        CHECK(std::abs(count - 500) <= 30);
    }
}

TEST_CASE("one and two draws move on by their own irrational numbers") {
    CHECK(ls::envs::next_draw(ls::vector<double, 1>{0.5})[0] == doctest::Approx(0.1180339887));
    auto const two = ls::envs::next_draw(ls::vector<double, 2>{0, 0.5});
    CHECK(two[0] == doctest::Approx(0.7548776662));
    CHECK(two[1] == doctest::Approx(0.0698402910));
}
