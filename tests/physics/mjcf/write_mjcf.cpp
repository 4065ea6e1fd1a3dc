// SPDX-License-Identifier: MIT
// That MuJoCo reads the text as the same robot is checked in tests/physics/mujoco.cpp.
#include <doctest/doctest.h>

#include <string>

#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/mjcf/write_mjcf.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/robots/swimmer.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

namespace {

std::size_t count(std::string const& text, std::string const& word) {
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        ++found;
    }
    return found;
}

}  // namespace

TEST_CASE("every part of the robot is an element") {
    std::string const text = physics::to_mjcf(physics::half_cheetah);
    CHECK(count(text, "<body ") == 7);
    CHECK(count(text, "</body>") == 7);
    CHECK(count(text, "<joint ") == 9);
    CHECK(count(text, "type='capsule'") == 8);
    CHECK(count(text, "<motor ") == 6);
    CHECK(count(text, "settotalmass='14'") == 1);
    CHECK(count(physics::to_mjcf(physics::tripod), "type='free'") == 1);
    CHECK(count(physics::to_mjcf(physics::tripod), "gravity='0 0 -9.8") == 1);
    CHECK(count(physics::to_mjcf(physics::swimmer), "density='4000' viscosity='0.1") == 1);
}

TEST_CASE("a body without a name is written once, with nothing on it that names no body") {
    physics::robot r = physics::tripod;
    r.bodies[4].name = "";
    r.sites = {{.name = "mark"}};
    std::string const text = physics::to_mjcf(r);
    CHECK(count(text, "<body ") == 5);
    CHECK(count(text, "<site ") == 1);
}

TEST_CASE("a name with an apostrophe or with quotes is read back") {
    for (std::string const name : {"the left's", "the \"left\""}) {
        physics::robot r = physics::tripod;
        r.bodies[4].name = name;
        std::string const text = physics::to_mjcf(r);
        CHECK(physics::read_mjcf(text).bodies[4].name == name);
    }
}

TEST_CASE("the axes that an inertial states are written") {
    physics::robot const given = physics::read_mjcf(
        "<mujoco><worldbody><body><freejoint/><inertial pos='0 0 0' mass='1' quat='0.8 0 0 0.6' diaginertia='0.1 0.1 0.15'/>"
        "</body></worldbody></mujoco>");
    std::string const text = physics::to_mjcf(given);
    physics::inertial const &stated = given.bodies[0].inertia, written = physics::read_mjcf(text).bodies[0].inertia;
    CHECK(written.has_axes);
    CHECK(written.axes.w == doctest::Approx(stated.axes.w));
    CHECK(written.axes.z == doctest::Approx(stated.axes.z));
    CHECK(written.about_center.xy == doctest::Approx(stated.about_center.xy));
    CHECK(written.about_center.zz == doctest::Approx(stated.about_center.zz));
}
