// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile/limbs.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("limbs are the branches that have rows") {
    CHECK(physics::tripod_model.limbs == 4);
    CHECK(physics::ball_pendulum_model.limbs == 1);
    CHECK(physics::ball_pendulum_model.words == 0);
}

TEST_CASE("a limb is one chain below the trunk") {
    physics::model const& m = physics::tripod_model;
    for (std::size_t limb = 1; limb < m.limbs; ++limb) {
        std::size_t roots = 0;
        for (physics::model::body const& b : m.bodies) {
            roots += b.limb == limb && m.bodies[b.parent].limb != limb;
        }
        CHECK(roots == 1);
    }
}
