// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/physics/mjcf/facts.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace physics = lockstep::physics;
namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("an interval counts as limited and autolimits say") {
    std::string const text = "<joint range='1 2'/>";
    mjcf::one_element joint(text);
    mjcf::interval range;
    mjcf::read_interval(joint.in, "range", "limited", range);
    CHECK(range.given);
    CHECK(mjcf::is_limited(joint.in, "range", range, true));
    range.limited = mjcf::choice::no;
    CHECK_FALSE(mjcf::is_limited(joint.in, "range", range, true));
    range.limited = mjcf::choice::yes;
    CHECK(mjcf::is_limited(joint.in, "range", range, false));
    CHECK_FALSE(mjcf::is_limited(joint.in, "range", mjcf::interval{}, true));
}

TEST_CASE("facts go over those that were there") {
    std::string const text = "<geom type='box' size='3' mass='2' friction='0.5'/>", more = "<geom size='4' conaffinity='6'/>";
    mjcf::one_element first(text), second(more);
    mjcf::geom_facts facts;
    mjcf::read_facts(first.in, facts, nullptr);
    facts.size[1] = 7;
    mjcf::read_facts(second.in, facts, nullptr);
    CHECK(facts.type == mjcf::geom_facts::shape::box);
    CHECK(facts.size[0] == 4);
    CHECK(facts.size[1] == 7);
    CHECK(facts.has_mass);
    CHECK(facts.friction[0] == 0.5);
    CHECK(facts.conaffinity == 6);
    CHECK(facts.contype == 1);
}

TEST_CASE("a mask has 31 bits") {
    CHECK(mjcf::is_mask(0));
    CHECK(mjcf::is_mask(2147483647));
    CHECK_FALSE(mjcf::is_mask(2147483648.0));
    CHECK_FALSE(mjcf::is_mask(-1));
    CHECK_FALSE(mjcf::is_mask(0.5));
}

TEST_CASE("a joint's numbers are as they stand: units come later") {
    std::string const text = "<joint type='slide' ref='90' range='-10 20' margin='0.1' solreflimit='-5 -6'/>";
    mjcf::one_element joint(text);
    mjcf::joint_facts facts;
    mjcf::read_facts(joint.in, facts, nullptr);
    CHECK(facts.value.type == physics::joint_type::slide);
    CHECK(facts.value.reference == 90);
    CHECK(facts.range.range[1] == 20);
    CHECK(facts.value.limit.margin == 0.1);
    CHECK(facts.value.limit.solref[1] == -6);
}
