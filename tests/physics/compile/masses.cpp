// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>

#include <lockstep/physics/compile/masses.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/refusal.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a fused body adds its mass, and all are scaled to the total") {
    physics::robot heavy = physics::tripod;
    heavy.total_mass = 10;
    physics::model const m = physics::compile(heavy), &light = physics::tripod_model;
    double sum = 0, sum_light = 0;
    for (std::size_t b = 0; b < m.bodies.size(); ++b) {
        sum += m.bodies[b].mass;
        sum_light += light.bodies[b].mass;
    }
    CHECK(sum == doctest::Approx(10).epsilon(1e-14));
    CHECK(m.bodies[1].inertia.yy / light.bodies[1].inertia.yy == doctest::Approx(10 / sum_light).epsilon(1e-14));
    CHECK(light.bodies[1].mass == doctest::Approx(rigid_of(heavy.bodies[1]).mass + rigid_of(heavy.bodies[2]).mass));
    CHECK(refusal(heavy, [](physics::robot& r) {
              for (physics::body& b : r.bodies) {
                  b.geoms = {};
              }
          }) == "robot \"tripod\" has a total_mass to be scaled to, but no geom with a mass");
}

TEST_CASE("a frame without a mass may be welded on, at compile time too") {
    constexpr auto arm = [] {
        physics::robot r{.name = "arm"};
        r.bodies = {
            {.name = "link", .joints = {{.name = "hinge", .axis = {0, 1, 0}}}, .geoms = {{.radius = 0.1, .half_length = 0.2}}},
            {.name = "tool", .parent = "link", .position = {0, 0, 0.3}}};
        return r;
    };
    constexpr physics::model m = physics::compile(arm());
    CHECK(m.robot_bodies.size() == 2);
    CHECK(m.robot_bodies[1].mass == 0);
    CHECK(m.robot_bodies[1].aligned);
    CHECK(m.bodies[0].mass == doctest::Approx(rigid_of(arm().bodies[0]).mass));
}

TEST_CASE("an inertia that is the same all around an axis is known") {
    CHECK_FALSE(physics::half_cheetah_model.bodies[0].axisymmetric);
    CHECK(physics::half_cheetah_model.bodies[3].axisymmetric);
    CHECK(physics::tripod_model.bodies[0].axisymmetric);
    physics::model::body const& shin = physics::half_cheetah_model.bodies[3];
    CHECK(dot(shin.axis, shin.inertia * shin.axis) == doctest::Approx(shin.along));
}
