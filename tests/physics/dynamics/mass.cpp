// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <numbers>

#include <lockstep/physics/dynamics/mass.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a sphere weighs and turns as in the books") {
    auto const ball = physics::rigid_of(
        physics::geom{.type = physics::geom_type::sphere, .radius = 0.2, .position = {1, 2, 3}, .density = 500});
    double const mass = 500 * 4.0 / 3 * std::numbers::pi * 0.008;
    CHECK(ball.mass == doctest::Approx(mass));
    CHECK(ball.inertia.xx == doctest::Approx(0.4 * mass * 0.04));
    CHECK(ball.inertia.zz == doctest::Approx(0.4 * mass * 0.04));
    CHECK(ball.inertia.xy == doctest::Approx(0));
    CHECK(ball.center.y == 2);
}

TEST_CASE("a capsule's inertia is the integral over its slices") {
    physics::geom const g{.radius = 0.1, .half_length = 0.3, .axis = {1, 0, 0}, .density = 1000};
    double mass = 0, along = 0, across = 0;
    double const reach = g.half_length + g.radius, slice = reach / 20000;
    for (double x = -reach + slice / 2; x < reach; x += slice) {
        double const past = std::max(0.0, std::abs(x) - g.half_length), r2 = g.radius * g.radius - past * past;
        double const m = g.density * std::numbers::pi * r2 * slice;
        mass += m;
        along += m * r2 / 2;
        across += m * (r2 / 4 + x * x);
    }
    auto const capsule = physics::rigid_of(g);
    CHECK(capsule.mass == doctest::Approx(mass).epsilon(1e-6));
    CHECK(capsule.inertia.xx == doctest::Approx(along).epsilon(1e-6));
    CHECK(capsule.inertia.yy == doctest::Approx(across).epsilon(1e-6));
    CHECK(capsule.inertia.zz == doctest::Approx(across).epsilon(1e-6));
}

TEST_CASE("a cylinder, a box and an ellipsoid weigh and turn as in the books") {
    double const pi = std::numbers::pi;
    auto const rod = physics::rigid_of(
        {.type = physics::geom_type::cylinder, .radius = 0.1, .half_length = 0.3, .axis = {0, 1, 0}, .density = 500});
    CHECK(rod.mass == doctest::Approx(500 * pi * 0.01 * 0.6));
    CHECK(rod.inertia.yy == doctest::Approx(rod.mass * 0.01 / 2));
    CHECK(rod.inertia.xx == doctest::Approx(rod.mass * (3 * 0.01 + 0.36) / 12));
    auto const crate = physics::rigid_of({.type = physics::geom_type::box,
                                          .half_sizes = {0.1, 0.2, 0.3},
                                          .position = {1, 2, 3},
                                          .orientation = {0.5, 0.5, 0.5, 0.5},  // x to y to z to x
                                          .density = 500});
    CHECK(crate.mass == doctest::Approx(500 * 0.2 * 0.4 * 0.6));
    CHECK(crate.center.z == 3);
    CHECK(crate.inertia.yy == doctest::Approx(crate.mass * (0.04 + 0.09) / 3));
    CHECK(crate.inertia.zz == doctest::Approx(crate.mass * (0.01 + 0.09) / 3));
    CHECK(crate.inertia.xx == doctest::Approx(crate.mass * (0.01 + 0.04) / 3));
    auto const egg = physics::rigid_of({.type = physics::geom_type::ellipsoid, .half_sizes = {0.1, 0.2, 0.3}, .density = 500});
    CHECK(egg.mass == doctest::Approx(500 * 4 * pi / 3 * 0.006));
    CHECK(egg.inertia.xx == doctest::Approx(egg.mass * (0.04 + 0.09) / 5));
    CHECK(egg.inertia.zz == doctest::Approx(egg.mass * (0.01 + 0.04) / 5));
}

TEST_CASE("two halves are one, wherever the frame is") {
    physics::rigid const left{2, {-1, 0, 0}, {0.1, 0.2, 0.3, 0, 0, 0}}, right{2, {1, 0, 0}, {0.1, 0.2, 0.3, 0, 0, 0}};
    physics::rigid const both = left + right;
    CHECK(both.mass == 4);
    CHECK(both.center.x == 0);
    CHECK(both.inertia.xx == doctest::Approx(0.2));
    CHECK(both.inertia.yy == doctest::Approx(0.4 + 4));
    physics::rigid const moved = physics::placed({5, 6, 7}, lockstep::identity3<double>(), left) +
                                 physics::placed({5, 6, 7}, lockstep::identity3<double>(), right);
    CHECK(moved.center.x == doctest::Approx(5));
    CHECK(moved.inertia.zz == doctest::Approx(both.inertia.zz));
}

TEST_CASE("moments of a body are above zero and at most the sum of the others, however it is turned") {
    CHECK(physics::is_inertia({1, 1, 2, 0, 0, 0}));
    CHECK_FALSE(physics::is_inertia({1, 1, 2.1, 0, 0, 0}));
    CHECK_FALSE(physics::is_inertia({1, 1, 0, 0, 0, 0}));
    CHECK(physics::is_inertia({1.5, 1.5, 1.5, 0.5, 0, 0}));
    CHECK_FALSE(physics::is_inertia({1.5, 1.5, 1.5, 1.6, 0, 0}));
}
