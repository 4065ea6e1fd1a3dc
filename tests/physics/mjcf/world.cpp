// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>
#include <string>

#include <lockstep/physics/mjcf/world.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace physics = lockstep::physics;
namespace mjcf = lockstep::physics::mjcf;

namespace {

physics::robot read(mjcf::document& whole) {
    mjcf::settings const settings;
    mjcf::defaults const classes;
    physics::robot result;
    mjcf::names names;
    mjcf::world world(whole, settings, classes, nullptr, names, result);
    world.read(0);
    world.check_bodies();
    return result;
}

physics::robot read(std::string const& text) {
    mjcf::document whole = mjcf::xml_parser(text).run();
    return read(whole);
}

}  // namespace

TEST_CASE("bodies come in the order of their tags, each with its parent's name") {
    std::string const text = "<worldbody><body name='a'><joint/><geom size='1'/><body><joint/><geom size='1'/></body>"
                             "<body name='c' pos='1 2 3'><site name='s'/></body></body>"
                             "<body><freejoint/><geom size='2'/><geom size='3'/></body></worldbody>";
    physics::robot const r = read(text);
    REQUIRE(r.bodies.size() == 4);
    CHECK(r.bodies[1].name == "#01");
    CHECK(r.bodies[1].parent == "a");
    CHECK(r.bodies[2].parent == "a");
    CHECK(r.bodies[2].position.z == 3);
    CHECK(r.bodies[3].parent.empty());
    CHECK(r.bodies[3].joints[0].type == physics::joint_type::free);
    CHECK(r.bodies[3].geoms[1].radius == 3);
    CHECK(r.sites[0].body == "c");
}

TEST_CASE("what moves has mass, also by what is welded to it") {
    CHECK(read("<worldbody><body><joint/><body><geom size='1'/></body></body></worldbody>").bodies.size() == 2);
    mjcf::document weightless = mjcf::xml_parser("<worldbody>\n<body><joint/></body></worldbody>").run();
    read(weightless);
    CHECK(mjcf::refusal(weightless) == "MJCF, line 2: <body>: a body that moves has no mass");
}
