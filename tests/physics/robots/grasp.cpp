// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/grasp.hpp>
#include <tests/physics/golden_steps.hpp>

namespace physics = lockstep::physics;

TEST_CASE("accelerations and steps are MuJoCo's, with the ball apart, in the hand and on the ground") {
    support::check_golden_steps(physics::grasp_model, "grasp");
}

TEST_CASE("the ball may touch the palm and two links of each finger") {
    physics::model const& m = physics::grasp_model;
    CHECK(m.motors.size() == 19);
    CHECK(m.pairs.size() == 9);
    CHECK(m.dropped_contacts_word == physics::no_word);  // all of them at once have room
    CHECK(m.points.size() == 9);                         // the ball, and both ends of the fingers' outermost links
}
