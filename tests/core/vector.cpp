// SPDX-License-Identifier: MIT
#include <lockstep/core/vector.hpp>

#include <type_traits>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>

namespace ls = lockstep;

static_assert(std::is_aggregate_v<ls::vector<double, 3>> && std::is_trivially_copyable_v<ls::vector<ls::lanes<8>, 3>>);
static_assert(sizeof(ls::vector<ls::lanes<4>, 3>) == 3 * sizeof(ls::lanes<4>));
static_assert(ls::dot(ls::vector<double, 2>{1, 2}, ls::vector<double, 2>{3, 4}) == 11, "usable at compile time");

TEST_CASE_TEMPLATE("vector arithmetic works element by element", R, float, double, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    ls::vector<R, 3> const a{R(1), R(2), R(3)};
    ls::vector<R, 3> const b{R(10), R(20), R(40)};
    ls::vector<R, 3> const results[] = {a + b, b - a, a * R(3), R(3) * a};
    double const expected[4][3] = {{11, 22, 43}, {9, 18, 37}, {3, 6, 9}, {3, 6, 9}};
    for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            CHECK(double(ls::lane(results[k][i], 0)) == expected[k][i]);
            CHECK(double(ls::lane(results[k][i], std::size_t(ls::width_of<R>) - 1)) == expected[k][i]);
        }
    }
    CHECK(double(ls::lane(ls::dot(a, b), 0)) == 170);
}

TEST_CASE("a vector is iterated in order and is a span of numbers") {
    ls::vector<float, 3> v{1, 2, 3};
    float expected = 1;
    for (float const x : v) {
        CHECK(x == expected++);
    }
    auto const rows = ls::numbers_of<float>(v);
    REQUIRE(rows.size() == 3);
    rows[1] = 7;
    CHECK(v[1] == 7);
}

TEST_CASE("the first numbers of a vector are a vector") {
    ls::vector<float, 3> const v{1, 2, 3};
    CHECK(ls::first<2>(v).size() == 2);
    CHECK(ls::first<2>(v)[1] == 2);
    CHECK(ls::first<3>(v)[2] == 3);
}
