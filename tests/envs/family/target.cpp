// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/family/target.hpp>
#include <lockstep/envs/ur5e.hpp>

namespace ls = lockstep;
namespace envs = lockstep::envs;
using vec = ls::vec3<double>;

TEST_CASE("progress is the component along the vector to the goal") {
    CHECK(envs::progress(vec{0, 0, 0}, vec{1, 1, 0}, vec{3, 0, 0}) == doctest::Approx(1));
    CHECK(envs::progress(vec{0, 0, 0}, vec{-1, 1, 0}, vec{3, 0, 0}, 10) == doctest::Approx(-10));
    CHECK(envs::progress(vec{0, 0, 0}, vec{1, 0, 0}, vec{0, 0, 0}) == 0);  // already there: no division by nought
    CHECK(envs::length(vec{2, 3, 6}) == 7);
}

TEST_CASE("a fraction of a turn about z is a direction") {
    vec const place = envs::around_z(2.0, 0.25, 0.5);
    CHECK(std::abs(place.x) < 1e-12);
    CHECK(place.y == doctest::Approx(2));
    CHECK(place.z == 0.5);
}

TEST_CASE("a target stays until it is hit, in each lane for itself") {
    using R = ls::lanes<4>;
    ls::vector<R, 2> draw{R(0.25), R(0.5)};
    R hit(0);
    hit.set(2, 1);
    auto const after = envs::draw_after(R(0) < hit, draw);
    CHECK(after[0][0] == 0.25f);
    CHECK(after[0][2] == envs::next_draw(draw)[0][2]);
    CHECK(after[0][2] != 0.25f);
}

TEST_CASE("a robot moves, and its target does not") {
    ls::random<double> random(1, 0, 0);
    auto start = envs::at_rest<envs::ur5e::state<double>, double>();
    start.qpos = {0, 0.4, 1.3, -0.2, 0, 0};
    envs::draw_target(start, random);
    CHECK(start.qvel[3] == 0);
    auto const next = envs::moved_robot<2, envs::ur5e::model>(envs::ur5e::model, start, ls::vector<double, 6>{1}, [](auto*) {});
    CHECK(next.qvel[0] != 0);
    CHECK(next.draw[0] == start.draw[0]);
    CHECK(next.draw[2] == start.draw[2]);
}
