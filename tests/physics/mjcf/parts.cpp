// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include <lockstep/physics/mjcf/parts.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace physics = lockstep::physics;
namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("a hinge's angles are in the compiler's unit, a slide's lengths are not") {
    std::string const text = "<joint ref='90' springref='45' range='-180 180'/>";
    mjcf::one_element element(text);
    mjcf::joint_facts facts;
    mjcf::read_facts(element.in, facts, nullptr);
    physics::joint const hinge = mjcf::to_joint(element.in, facts, {});
    CHECK(hinge.reference == doctest::Approx(std::acos(0.0)));
    CHECK(hinge.range[0] == doctest::Approx(-std::acos(-1.0)));
    CHECK(hinge.limited);
    facts.value.type = physics::joint_type::slide;
    CHECK(mjcf::to_joint(element.in, facts, {}).spring_reference == 45);
}

TEST_CASE("an inertial's diagonal is turned into the body's axes") {
    std::string const text = "<inertial pos='1 2 3' mass='4' diaginertia='3 4 5' quat='1 0 0 1'/>";
    mjcf::one_element element(text);
    physics::inertial const i = mjcf::read_inertial(element.in, {});
    CHECK(i.given);
    CHECK(i.center.z == 3);
    CHECK(i.about_center.xx == doctest::Approx(4));
    CHECK(i.about_center.yy == doctest::Approx(3));
    CHECK(i.about_center.zz == doctest::Approx(5));
}

TEST_CASE("a site between two ends is in their middle") {
    std::string const text = "<site fromto='0 0 4 2 0 0'/>";
    mjcf::one_element element(text);
    mjcf::site_facts facts;
    mjcf::read_facts(element.in, facts, nullptr);
    physics::site const s = mjcf::to_site(element.in, facts, {});
    CHECK(s.position.x == 1);
    CHECK(s.position.z == 2);
    CHECK(rotation(s.orientation).z.z == doctest::Approx(2 / std::sqrt(5)));
}
