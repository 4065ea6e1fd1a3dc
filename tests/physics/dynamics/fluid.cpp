// SPDX-License-Identifier: MIT
// That a whole robot swims as MuJoCo's is checked in tests/physics/robots/swimmer.cpp.
#include <doctest/doctest.h>

#include <numbers>

#include <lockstep/physics/dynamics/fluid.hpp>

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

TEST_CASE("the slope of each component is its derivative") {
    ls::vec3<double> const box{0.2, 0.6, 0.5};
    auto const velocity = [](double v) { return ls::spatial<double>{{1 + v, -2 + v, 3 + v}, {-1 + v, 2 + v, -3 + v}}; };
    auto const slope = physics::drag_slope(box, 800, 0.5, velocity(0));
    auto const more = physics::drag(box, 800, 0.5, velocity(1e-5)), less = physics::drag(box, 800, 0.5, velocity(-1e-5));
    auto const check = [](ls::vec3<double> const& ours, ls::vec3<double> const& a, ls::vec3<double> const& b) {
        for (double ls::vec3<double>::*const i : {&ls::vec3<double>::x, &ls::vec3<double>::y, &ls::vec3<double>::z}) {
            CHECK(ours.*i == doctest::Approx((b.*i - a.*i) / 2e-5).epsilon(1e-8));
        }
    };
    check(slope.angular, more.angular, less.angular);
    check(slope.linear, more.linear, less.linear);
}

TEST_CASE("pressure resists a turn as the integral over the faces says") {
    ls::spatial<double> const turning{{0, 0, 4}, {0, 0, 0}};
    double const x = 0.2, y = 0.6, z = 0.5;
    CHECK(physics::drag({x, y, z}, 800, 0, turning).angular.z ==
          doctest::Approx(-800 * z * (x * x * x * x + y * y * y * y) / 64 * 16));
}
