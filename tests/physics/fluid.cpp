// SPDX-License-Identifier: MIT
// That a whole robot swims as MuJoCo's is checked in tests/physics/robots/swimmer.cpp.
#include <doctest/doctest.h>

#include <numbers>

#include <lockstep/physics/fluid.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("pressure on a face grows with its area and the square of its speed") {
    ls::spatial<double> const along_y{{0, 0, 0}, {0, -3, 0}};
    auto const force = physics::drag({0.2, 1, 0.5}, 1000, 0, along_y);
    CHECK(force.linear.y == doctest::Approx(0.5 * 1000 * 0.2 * 0.5 * 9));
    CHECK(force.linear.x == 0);
    CHECK(force.angular.z == 0);
}

TEST_CASE("viscosity acts as on a sphere of the same mean diameter") {
    ls::spatial<double> const moving{{0, 0, 2}, {3, 0, 0}};
    auto const force = physics::drag({0.4, 0.3, 0.2}, 0, 0.5, moving);
    double const diameter = 0.3, pi = std::numbers::pi;
    CHECK(force.linear.x == doctest::Approx(-3 * pi * diameter * 0.5 * 3));
    CHECK(force.angular.z == doctest::Approx(-pi * diameter * diameter * diameter * 0.5 * 2));
}

TEST_CASE("pressure resists a turn as the integral over the faces says") {
    ls::spatial<double> const turning{{0, 0, 4}, {0, 0, 0}};
    double const x = 0.2, y = 0.6, z = 0.5;
    CHECK(physics::drag({x, y, z}, 800, 0, turning).angular.z ==
          doctest::Approx(-800 * z * (x * x * x * x + y * y * y * y) / 64 * 16));
}
