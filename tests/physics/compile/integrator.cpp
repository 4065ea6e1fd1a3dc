// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile/integrator.hpp>
#include <tests/physics/refusal.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("implicit_fast does not have a free body alone") {
    auto const implicit = [](auto const& change) {
        return physics::refusal(physics::tripod, [&](physics::robot& r) {
            r.integrator = physics::integrator_type::implicit_fast;
            change(r);
        });
    };
    CHECK(implicit([](physics::robot&) {}) == "");
    CHECK(implicit([](physics::robot& r) {
              r.actuators = {};
              r.bodies = {r.bodies[0], {.name = "pad", .parent = "torso"}};
          }) == "body \"torso\" has a free joint and nothing that moves hangs from it: implicitfast is not supported for it");
}
