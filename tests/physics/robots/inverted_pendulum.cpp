// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/robots/inverted_pendulum.hpp>
#include <tests/physics/golden_steps.hpp>

namespace physics = lockstep::physics;

TEST_CASE("accelerations and steps are MuJoCo's, in free motion and at the limits") {
    support::check_golden_steps(physics::inverted_pendulum_model, "inverted_pendulum");
}
