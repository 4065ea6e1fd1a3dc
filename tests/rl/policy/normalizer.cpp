// SPDX-License-Identifier: MIT
#include <limits>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/rl/policy/normalizer.hpp>

namespace ls = lockstep;

TEST_CASE("a normaliser centres, scales and clips") {
    ls::moments<2> observed{10, {1, 2}, {4, 0.25}};
    auto const normal = ls::normalizer<2>::from(observed);
    auto const y = normal(ls::vector<double, 2>{{3, 200}});
    CHECK(y[0] == doctest::Approx(1.0).epsilon(1e-6));
    CHECK(y[1] == 10);
    for (auto const& only_clips : {ls::normalizer<2>::identity(), ls::normalizer<2>::from(observed, false)}) {
        auto const same = only_clips(ls::vector<double, 2>{{-0.5, -20}});
        CHECK(same[0] == -0.5);
        CHECK(same[1] == -10);
    }
}

TEST_CASE("a part of a normaliser treats its numbers alike") {
    ls::normalizer<3> const all{{1, 2, 3}, {4, 5, 6}};
    auto const part = all.first<2>();
    CHECK(part.mean[1] == 2);
    CHECK(part.scale[1] == 5);
}

TEST_CASE("lanes are normalised as scalars are") {
    ls::normalizer<1> const normal{{0.5f}, {3.0f}};
    auto const pack = normal(ls::vector<ls::native_lanes, 1>{{ls::native_lanes(1.25f)}});
    CHECK(pack[0][2] == normal(ls::vector<float, 1>{{1.25f}})[0]);
    CHECK(normal(ls::vector<float, 1>{{std::numeric_limits<float>::infinity()}})[0] == 10);
}

TEST_CASE("the backward pass of a normaliser is its slope, and 0 where it clips") {
    ls::normalizer<3, double> const normal{{1, -2, 0.5}, {4, 0.25, 100}};
    ls::vector<double, 3> const x{{1.7, -30, 9}}, by_result{{-0.6, 2, 3}};
    auto const by_number = normal.backward(normal(x), by_result);
    for (std::size_t i = 0; i < 3; ++i) {
        auto up = x, down = x;
        up[i] += 1e-5;
        down[i] -= 1e-5;
        double const slope = (normal(up)[i] - normal(down)[i]) / 2e-5;
        CHECK(by_number[i] == doctest::Approx(by_result[i] * slope).epsilon(1e-9));
    }
    CHECK(by_number[1] == 0.5);
    CHECK(by_number[2] == 0);
}
