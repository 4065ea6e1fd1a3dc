// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

physics::geom read(std::string const& attributes) {
    std::string const text = "<mujoco><worldbody><body><joint/><geom " + attributes + "/></body></worldbody></mujoco>";
    return physics::read_mjcf(text).bodies[0].geoms[0];
}

}  // namespace

TEST_CASE("a box between two ends is square, and its z points to the first, as a capsule's does") {
    physics::geom const g = read("type='box' size='0.1 0.2 0.3' fromto='0 0 0 0.6 0 0.8'");
    CHECK(g.half_sizes.x == 0.1);
    CHECK(g.half_sizes.y == 0.1);
    CHECK(g.half_sizes.z == doctest::Approx(0.5));
    CHECK(g.position.z == doctest::Approx(0.4));
    CHECK(g.axis.x == doctest::Approx(-0.6));
    CHECK(g.axis.z == doctest::Approx(-0.8));
    CHECK(read("type='capsule' size='0.1' fromto='0 0 0 0.6 0 0.8'").axis.x == doctest::Approx(-0.6));
}

TEST_CASE("what is round keeps its turn about its axis") {
    std::string const turned = "size='0.1 0.2' euler='20 30 40'";
    physics::geom const drum = read("type='cylinder' " + turned), box = read("type='box' size='1 1 1' euler='20 30 40'");
    ls::mat3<double> const a = physics::frame_of(drum), b = physics::frame_of(box);
    CHECK(a.x.x == doctest::Approx(b.x.x));
    CHECK(a.y.x == doctest::Approx(b.y.x));
    CHECK(a.z.z == doctest::Approx(b.z.z));
    CHECK(read("type='capsule' " + turned).orientation.z == doctest::Approx(drum.orientation.z));
    CHECK(read("type='cylinder' size='0.1 0.2' zaxis='1 2 3'").orientation.w == 1);
}

TEST_CASE("a mass is a density") {
    CHECK(read("type='box' size='0.5 0.5 0.5' mass='3'").density == doctest::Approx(3));
    CHECK(read("type='box' size='0.5 0.5 0.5' density='0' mass='3'").density == doctest::Approx(3));
}
