// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <stdexcept>

#include <lockstep/physics/compile/softness.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a contact without friction weighs what touches, an edge of a pyramid more") {
    physics::contact_pair touch{.condim = 1, .friction = 0.5};
    CHECK(physics::impedance_of(touch, "", {}, 3).inverse_weight == 3);
    touch.condim = 3;
    CHECK(physics::impedance_of(touch, "", {}, 3).inverse_weight == doctest::Approx(3 * 1.25 * 0.5));
    touch.condim = 4;
    CHECK_THROWS_WITH_AS(physics::impedance_of(touch, "ball", {}, 3),
                         "lockstep::physics::compile: geom \"ball\" has contacts of a condim that is neither 1 nor 3",
                         std::invalid_argument);
}

TEST_CASE("a contact with what does not give at all is stiff, not without any weight") {
    physics::contact_pair touch{.condim = 1, .friction = 0.5};
    CHECK(physics::impedance_of(touch, "", {}, 0).inverse_weight == doctest::Approx(1.9e-14));
    touch.condim = 3;
    CHECK(physics::impedance_of(touch, "", {}, 0).inverse_weight == doctest::Approx(0.95e-14));
}

TEST_CASE("a time constant and a damping ratio are a stiffness and a damping, and the time is at least two steps") {
    physics::softness const soft{.solref = {0.02, 0.5}, .solimp = {0, 0.8, 0.01, 0.5, 1}, .margin = 0.1};
    physics::impedance const i = physics::impedance_of(soft, 0.001, 3);
    CHECK(i.stiffness == doctest::Approx(1 / (0.8 * 0.8 * 0.02 * 0.02 * 0.5 * 0.5)));
    CHECK(i.damping == doctest::Approx(2 / (0.8 * 0.02)));
    CHECK(i.dmin == 0.0001);
    CHECK(i.margin == 0.1);
    CHECK(i.inverse_weight == 3);
    CHECK(physics::impedance_of(soft, 0.05, 3).damping == doctest::Approx(2 / (0.8 * 0.1)));
    physics::impedance const direct = physics::impedance_of({.solref = {-300, -20}, .solimp = {0.5, 0.8, 0, 0.5, 2}}, 0.001, 1);
    CHECK(direct.stiffness == doctest::Approx(300 / 0.64));
    CHECK(direct.damping == doctest::Approx(25));
}
