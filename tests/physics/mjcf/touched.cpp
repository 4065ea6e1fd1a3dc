// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include <lockstep/physics/mjcf/read_mjcf.hpp>

namespace physics = lockstep::physics;

namespace {

/// A ball that touches what stands, beside a fixed post.
std::string ball(std::string const& post, std::string const& after = "") {
    return "<mujoco><worldbody><geom name='floor' type='plane' size='1 1 1'/>\n<body name='post'>" + post +
           "</body>\n<body name='ball'><freejoint/><geom name='ball' size='1'/></body></worldbody>" + after + "</mujoco>";
}

}  // namespace

TEST_CASE("of what stands, a plane of the world is the floor, and the rest may not be touched") {
    std::vector<std::string> ignored;
    std::string const apart = ball("<geom type='box' size='1 1 1' contype='0' conaffinity='0'/>");
    physics::robot const r = physics::read_mjcf(apart, &ignored);
    CHECK(r.floor.name == "floor");
    CHECK(r.scenery.size() == 1);
    CHECK(ignored.empty());
    for (char const* post : {"<geom type='box' size='1 1 1'/>", "<geom type='plane' size='1 1 1'/>"}) {
        std::string const text = ball(post);
        CHECK_THROWS_WITH_AS(physics::read_mjcf(text),
                             "MJCF, line 2: <geom type>: a geom that is fixed to the world and may be touched (contype, "
                             "conaffinity or a pair) must be a plane directly in worldbody",
                             std::runtime_error);
    }
}

TEST_CASE("a fixed body may be excluded by its name") {
    std::string const text = ball("<geom type='box' size='1 1 1'/>", "<contact><exclude body1='post' body2='ball'/></contact>");
    physics::robot const r = physics::read_mjcf(text);
    CHECK(r.exclusions.size() == 0);
    CHECK(r.bodies.size() == 1);
}

TEST_CASE("types that are not known to touch are an error with the line") {
    std::string const text = ball("", "<worldbody>\n<body><freejoint/><geom type='ellipsoid' size='1 1 1'/></body></worldbody>");
    CHECK_THROWS_WITH_AS(
        physics::read_mjcf(text),
        "MJCF, line 4: <geom type>: may touch a geom of another link, but contacts between these types are not supported: ball",
        std::runtime_error);
    std::string const unnamed = "<mujoco><worldbody><body><freejoint/><geom type='box' size='1 1 1'/></body>\n"
                                "<body><freejoint/><geom type='box' size='1 1 1'/></body></worldbody></mujoco>";
    CHECK_THROWS_WITH_AS(
        physics::read_mjcf(unnamed),
        "MJCF, line 2: <geom type>: may touch a geom of another link, but contacts between these types are not supported",
        std::runtime_error);
}
