// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/fetch.hpp>
#include <tests/physics/golden_steps.hpp>

namespace physics = lockstep::physics;

TEST_CASE("accelerations and steps are MuJoCo's, in the air, on the ground and at the limits") {
    support::check_golden_steps(physics::fetch_model, "fetch");
}

TEST_CASE("four legs hang from a body of two halves") {
    physics::model const& m = physics::fetch_model;
    CHECK(m.bodies.size() == 10);
    CHECK(m.limbs == 5);
    CHECK(m.motors.size() == 10);
    CHECK(m.points.size() == 12);
}
