// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include <lockstep/core/lanes.hpp>
#include <lockstep/physics/constraint/impedance.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("the impedance rises from dmin to dmax over its width, through the midpoint") {
    for (double const power : {1.0, 2.0, 3.0, 1.7, 20.0}) {
        physics::impedance const i{.dmin = 0.2, .dmax = 0.9, .width = 0.05, .midpoint = 0.4, .power = power};
        CHECK(physics::impedance_at(i, 0.0) == doctest::Approx(0.2));
        CHECK(physics::impedance_at(i, -0.05) == doctest::Approx(0.9));
        CHECK(physics::impedance_at(i, -1.0) == doctest::Approx(0.9));
        CHECK(physics::impedance_at(i, -0.4 * 0.05) == doctest::Approx(0.2 + 0.4 * 0.7));
        double before = 0.2;
        for (double x = 0; x <= 1; x += 0.01) {
            double const d = physics::impedance_at(i, -0.05 * x);
            CHECK(d >= before - 1e-12);
            before = d;
        }
    }
}

TEST_CASE("without width the impedance is the mean") {
    physics::impedance const i{.dmin = 0.2, .dmax = 0.8, .width = 0, .midpoint = 0.5, .power = 2};
    CHECK(physics::impedance_at(i, -0.01) == doctest::Approx(0.5));
}

TEST_CASE_TEMPLATE("powers agree in every number type", R, float, ls::lanes<4>) {
    for (double const power : {1.0, 2.0, 5.0, 1.3, 30.0, 1e10}) {  // the last is no int
        for (double x = 0.05; x <= 1; x += 0.05) {
            CHECK(static_cast<double>(ls::lane(physics::power_of(R(x), power), 0)) ==
                  doctest::Approx(std::pow(x, power)).epsilon(1e-4));
        }
    }
}

TEST_CASE("a constraint weighs nothing before its margin") {
    physics::impedance const i{.dmin = 0.5,
                               .dmax = 0.9,
                               .width = 0.01,
                               .midpoint = 0.5,
                               .power = 2,
                               .stiffness = 100,
                               .damping = 10,
                               .margin = 0.02,
                               .inverse_weight = 0.5};
    CHECK(physics::respond(i, 0.021).weight == 0);
    auto const touching = physics::respond(i, 0.0);  // two widths past the margin
    CHECK(touching.weight == doctest::Approx(0.9 / (0.1 * 0.5)));
    CHECK(touching.recovery == doctest::Approx(100 * 0.9 * -0.02));
}
