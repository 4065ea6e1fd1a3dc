// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include <lockstep/core/lanes.hpp>
#include <lockstep/physics/constraint/step_length.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("a step is whole where the cost falls all the way, and ends near the minimum where it does not") {
    CHECK(physics::step_length<double>([](double t) { return t - 1.2; }) == 1);
    CHECK(physics::step_length<double>([](double t) { return t - 1; }) == 1);
    for (double const minimum : {0.9, 0.5, 0.01, 1e-6}) {
        auto const slope = [&](double t) { return t < minimum ? t - minimum : 50 * (t - minimum); };
        double const t = physics::step_length<double>(slope);
        CHECK(t < 1);
        CHECK(std::abs(slope(t)) <= 0.1 * std::abs(slope(0)));
    }
}

TEST_CASE("every lane has its own") {
    ls::lanes<4> minimum(0.2);
    minimum.set(2, 3.0f);
    ls::lanes<4> const t = physics::step_length<ls::lanes<4>>([&](ls::lanes<4> const& x) { return x - minimum; });
    CHECK(std::abs(t[0] - 0.2f) <= 0.021f);
    CHECK(t[2] == 1);
}
