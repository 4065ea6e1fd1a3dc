// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/pusher.hpp>
#include <tests/physics/golden_steps.hpp>

namespace physics = lockstep::physics;

// The object always touches the table; MuJoCo finds where the hand touches the object by iteration.
TEST_CASE("accelerations and steps are MuJoCo's, at the object, at the table and at the limits") {
    support::check_golden_steps(physics::pusher_model, "pusher", 0, 100, 1e-7);
}

TEST_CASE("each of three links of the hand may touch the object and the table") {
    physics::model const& m = physics::pusher_model;
    CHECK(m.gravity.z == 0);
    CHECK(m.motors.size() == 7);
    CHECK(m.pairs.size() == 3);
    CHECK(m.points.size() == 6);
}
