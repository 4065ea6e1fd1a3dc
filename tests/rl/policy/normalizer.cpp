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
