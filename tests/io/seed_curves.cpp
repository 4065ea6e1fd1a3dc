// SPDX-License-Identifier: MIT
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/io/seed_curves.hpp>

namespace ls = lockstep;

TEST_CASE("quantiles are those of numpy") {
    CHECK(ls::quantile({7}, 0.25) == 7);
    CHECK(ls::quantile({4, 1, 3, 2}, 0.5) == 2.5);
    CHECK(ls::quantile({4, 1, 3, 2}, 0.25) == 1.75);
    CHECK(ls::quantile({4, 1, 3, 2}, 0) == 1);
    CHECK(ls::quantile({4, 1, 3, 2}, 1) == 4);
    CHECK(ls::quantile({5, 1, 2}, 0.75) == 3.5);
}

TEST_CASE("seeds become a median between quartiles, where all of them have values") {
    std::vector<ls::curve> const seeds = {{"a", {{0, 0}, {10, 10}}}, {"b", {{2, 4}, {6, 4}, {8, 8}}}, {"c", {{1, 1}, {9, 9}}}};
    ls::curve const median = ls::median_curve("all", seeds, 4);
    REQUIRE(median.points.size() == 4);
    CHECK(median.name == "all");
    CHECK(median.points[0].x == 2);
    CHECK(median.points[0].y == 2);
    CHECK(median.band[0].low == 2);
    CHECK(median.band[0].high == 3);
    CHECK(median.points[1].x == doctest::Approx(4));
    CHECK(median.points[1].y == doctest::Approx(4));
    CHECK(median.points[2].y == doctest::Approx(6));
    CHECK(median.band[2].low == doctest::Approx(5));
    CHECK(median.points[3].x == 8);
    CHECK(median.points[3].y == doctest::Approx(8));
}

TEST_CASE("one seed has no band, and one common point is a point") {
    std::vector<ls::curve> const one = {{"a", {{0, 0}, {10, 10}}}}, touching = {{"a", {{0, 0}, {5, 5}}}, {"b", {{5, 7}, {9, 9}}}};
    CHECK(ls::median_curve("one", one).points.size() == 200);
    CHECK(ls::median_curve("one", one).band.empty());
    ls::curve const both = ls::median_curve("both", touching);
    REQUIRE(both.points.size() == 1);
    CHECK(both.points[0].y == 6);
}

TEST_CASE("curves that cannot be compared are named") {
    std::vector<ls::curve> const none, empty = {{"a", {{0, 0}}}, {"b"}},
                                       apart = {{"a", {{0, 0}, {1, 1}}}, {"b", {{2, 2}, {3, 3}}}};
    CHECK_THROWS_WITH_AS(ls::median_curve("x", none),
                         "median_curve \"x\": there must be at least one curve, and points must be at least 2",
                         std::invalid_argument);
    CHECK_THROWS_WITH_AS(ls::median_curve("x", empty), "median_curve \"x\": \"b\" has no points", std::invalid_argument);
    CHECK_THROWS_WITH_AS(ls::median_curve("x", apart), "median_curve \"x\": \"b\" has no x in common with those before it",
                         std::invalid_argument);
}
