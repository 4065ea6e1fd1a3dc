// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/compile/boxes.hpp>
#include <lockstep/physics/robots/swimmer.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a fused part keeps its own box, and without a fluid there is none") {
    physics::robot fused = physics::swimmer;
    fused.bodies[2].joints = {};
    fused.actuators = {};
    physics::model const m = physics::compile(fused);
    REQUIRE(m.boxes.size() == 3);
    CHECK(m.bodies.size() == 2);
    CHECK(m.boxes[2].body == 1);
    CHECK(m.boxes[2].center.x == doctest::Approx(-1.5));
    CHECK(m.boxes[2].edges.x == doctest::Approx(m.boxes[1].edges.x));

    fused.density = fused.viscosity = 0;
    CHECK(physics::compile(fused).boxes.size() == 0);
}
