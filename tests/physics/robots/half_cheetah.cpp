// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/half_cheetah.hpp>

namespace physics = lockstep::physics;

// Masses, inertias and weights are compared with MuJoCo's in tests/physics/compile.cpp.
TEST_CASE("the cheetah weighs 14 kg and has a motor for every joint of its legs") {
    physics::model const& m = physics::half_cheetah_model;
    double mass = 0;
    for (physics::model::body const& b : m.bodies) {
        mass += b.mass;
    }
    CHECK(mass == doctest::Approx(14).epsilon(1e-14));
    REQUIRE(m.motors.size() == 6);
    for (std::size_t u = 0; u < 6; ++u) {
        physics::model::dof const& d = m.dofs[m.motors[u].dof];
        CHECK(m.motors[u].dof == 3 + u);
        CHECK(d.stiffness > 0);
        CHECK(d.limited);
        CHECK(d.range[0] < 0);
        CHECK(0 < d.range[1]);
    }
    CHECK(m.timestep == 0.01);
}
