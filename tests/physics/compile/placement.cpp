// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <utility>

#include <lockstep/physics/compile/placement.hpp>
#include <tests/physics/refusal.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a body without joints is placed in the body that it is fused into") {
    physics::model m;
    physics::placements const places = physics::add_bodies(physics::tripod, m);
    REQUIRE(m.bodies.size() == 4);
    CHECK(places[0].body == 0);
    CHECK(places[1].body == 1);
    CHECK(places[2].body == 1);
    CHECK(places[2].position.x == 0.3);
    CHECK(places[2].orientation.z.x == doctest::Approx(-0.96));
    CHECK(places[3].body == 2);
    CHECK(m.bodies[0].parent == physics::no_body);
    CHECK(m.bodies[2].parent == 0);
    CHECK_FALSE(m.bodies[1].turned);
    CHECK(m.bodies[2].turned);
}

TEST_CASE("what hangs from a turned body that is fused is turned too") {
    physics::robot r = physics::tripod;
    r.bodies.push_back({.name = "heel", .parent = "right", .orientation = {0.8, 0, 0.6, 0}});
    r.bodies.push_back({.name = "spur", .parent = "heel", .position = {1, 0, 0}, .joints = {{.name = "spur"}}});
    physics::model m;
    physics::add_bodies(r, m);
    REQUIRE(m.bodies.size() == 5);
    CHECK(m.bodies[4].turned);
    CHECK(m.bodies[4].position.x == doctest::Approx(0.28));
    CHECK(m.bodies[4].orientation.z.x == doctest::Approx(-0.96));
}

TEST_CASE("a parent comes first, and a body of the world has a joint") {
    using physics::refusal;
    CHECK(refusal(physics::tripod, [](physics::robot& r) { r.bodies[1].parent = "tail"; }) ==
          "body \"front\" has a parent that is not a body before it");
    CHECK(refusal(physics::tripod, [](physics::robot& r) { std::swap(r.bodies[1], r.bodies[2]); }) ==
          "body \"toe\" has a parent that is not a body before it");
    CHECK(refusal(physics::tripod, [](physics::robot& r) { r.bodies[0].joints = {}; }) ==
          "body \"torso\" has neither a parent nor a joint: it would be welded to the world");
}
