// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <stdexcept>

#include <lockstep/physics/compile/refuse.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a refusal names the part") {
    CHECK_THROWS_WITH_AS(physics::refuse("joint", "knee", "bends the wrong way"),
                         "lockstep::physics::compile: joint \"knee\" bends the wrong way", std::invalid_argument);
    CHECK_THROWS_WITH_AS(physics::refuse("geoms", "left", "right", "touch"),
                         "lockstep::physics::compile: geoms \"left\" and \"right\" touch", std::invalid_argument);
}
