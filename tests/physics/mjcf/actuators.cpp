// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/physics/mjcf/actuators.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace physics = lockstep::physics;
namespace mjcf = lockstep::physics::mjcf;

namespace {

physics::actuator read(std::string const& text) {
    mjcf::one_element element(text);
    mjcf::actuator_facts facts;
    mjcf::read_facts(element.in, element.whole.elements[0].name, facts, nullptr);
    element.in.leaf();
    return mjcf::to_actuator(element.in, facts, {});
}

}  // namespace

TEST_CASE("each element is the type that it is another name for") {
    CHECK(read("<motor gear='3'/>").type == physics::actuator_type::motor);
    CHECK(read("<motor gear='3'/>").gear == 3);
    physics::actuator const position = read("<position kp='5' kv='2' forcerange='-1 2'/>");
    CHECK(position.type == physics::actuator_type::position);
    CHECK(position.kp == 5);
    CHECK(position.kv == 2);
    CHECK(position.force_limited);
    CHECK(position.force_range[1] == 2);
    CHECK(read("<velocity kv='4'/>").kv == 4);
    physics::actuator const general = read("<general gainprm='2' biastype='affine' biasprm='1 -3 -4'/>");
    CHECK(general.type == physics::actuator_type::general);
    CHECK(general.gain == 2);
    CHECK(general.bias[2] == -4);
    CHECK(read("<general gainprm='2' biastype='affine' biasprm='0 -2 -4'/>").type == physics::actuator_type::position);
}

TEST_CASE("what has a state of its own is refused") {
    CHECK(mjcf::refusal("<general dyntype='integrator'/>", [](mjcf::attributes& in) {
              mjcf::actuator_facts facts;
              mjcf::read_facts(in, "general", facts, nullptr);
          }) == "MJCF, line 1: <general dyntype>: the value is not one of those supported: integrator");
    CHECK(mjcf::is_actuator("velocity"));
    CHECK_FALSE(mjcf::is_actuator("muscle"));
}
