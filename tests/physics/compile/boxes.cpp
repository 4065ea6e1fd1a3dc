// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

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

TEST_CASE("a box has the axes of the only geom that weighs, or principal ones") {
    physics::robot diver{.density = 1000,
                         .bodies = {{.name = "diver", .joints = {{.name = "root", .type = physics::joint_type::free}}}}};
    physics::body& b = diver.bodies[0];
    b.geoms = {{.radius = 0.1, .half_length = 0.3, .orientation = {0.8, 0, 0, 0.6}},
               {.type = physics::geom_type::sphere, .radius = 0.1, .density = 0}};
    CHECK(physics::compile(diver).boxes[0].axes.x.x == doctest::Approx(0.28));
    b.inertia = {.given = true, .mass = 2, .about_center = {3, 3, 5, 1, 0, 0}};
    physics::model::fluid_box const box = physics::compile(diver).boxes[0];
    CHECK(std::abs(box.axes.x.y) == doctest::Approx(std::sqrt(0.5)));
    CHECK(box.edges.y * box.edges.y + box.edges.z * box.edges.z == doctest::Approx(12 * 5 / 2.0));
}
