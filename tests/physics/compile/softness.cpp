// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile/softness.hpp>

namespace physics = lockstep::physics;

TEST_CASE("two contacts mix to their mean, or to the stiffer where one is direct") {
    physics::softness const soft{.solref = {0.02, 1}}, softer{.solref = {0.04, 0.5}}, direct{.solref = {-300, -20}};
    CHECK(physics::mixed(soft, softer).solref[0] == doctest::Approx(0.03));
    CHECK(physics::mixed(soft, softer).solref[1] == doctest::Approx(0.75));
    CHECK(physics::mixed(soft, direct).solref == direct.solref);
    CHECK(physics::mixed(direct, direct).solref == direct.solref);
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
