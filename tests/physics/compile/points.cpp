// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/compile/points.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <tests/physics/robots.hpp>
#include <tests/physics/shapes.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a capsule has a point at each end, a sphere one, and what may not touch the ground none") {
    physics::model const& m = physics::tripod_model;
    REQUIRE(m.points.size() == 8);
    CHECK_FALSE(m.points[0].along_axis);
    CHECK(m.points[1].along_axis);
    CHECK(m.points[1].position.x == doctest::Approx(0.2 + 0.15 * 0.8));
    CHECK(m.points[2].position.x == doctest::Approx(0.2 - 0.15 * 0.8));
    CHECK(m.points[3].body == 1);
    CHECK(m.points[3].robot_body == 2);
    CHECK(m.points[3].position.x == doctest::Approx(0.3 + 0.28 * 0.03));
    CHECK(m.points[1].friction == 0.8);
    CHECK(m.points[1].contact.margin == doctest::Approx(0.015));
    CHECK(physics::ball_pendulum_model.points.size() == 0);
}

TEST_CASE("a box and a cylinder have four points, an ellipsoid one, of which only the centre and the axes are known") {
    physics::model const& m = physics::cart_of_shapes_model;
    REQUIRE(m.points.size() == 18);
    CHECK(m.points[0].type == physics::point_type::corner);
    CHECK(m.points[4].type == physics::point_type::rim);
    CHECK(m.points[8].type == physics::point_type::ellipsoid);
    CHECK(m.points[9].robot_body == 3);
    CHECK(m.points[17].type == physics::point_type::center);
    CHECK(m.points[4].half_axes.z.y == doctest::Approx(0.04 * 0.8));
    CHECK(m.points[4].half_axes.z.z == doctest::Approx(0.04 * 0.6));
    CHECK(dot(m.points[4].half_axes.x, m.points[4].half_axes.x) == doctest::Approx(0.15 * 0.15));
    CHECK(m.points[4].radius == 0);
    for (physics::geom_type const type : {physics::geom_type::sphere, physics::geom_type::capsule, physics::geom_type::box}) {
        CHECK(physics::points_of(type) == (type == physics::geom_type::sphere ? 1 : type == physics::geom_type::capsule ? 2 : 4));
    }
}

TEST_CASE("what slides level over the ground feels nothing of it without friction") {
    auto const points = [](char const* axis, char const* condim) {
        std::string const text = std::string(R"(<mujoco><worldbody><geom type="plane" size="1 1 1" pos="0 0 -0.3" condim="1"/>
            <body><joint type="slide" axis=")") +
                                 axis + R"("/><geom size="0.1" condim=")" + condim + R"("/></body></worldbody></mujoco>)";
        return physics::compile(physics::read_mjcf(text)).points;
    };
    CHECK(points("1 0 0", "1").size() == 0);
    CHECK(points("1 0 0", "3").size() == 1);
    REQUIRE(points("1 0 1", "1").size() == 1);
    CHECK(points("1 0 1", "1")[0].ground == -0.3);
}
