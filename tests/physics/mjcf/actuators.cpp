// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
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
    std::array<double, 2> const range = {-1, 3};
    return mjcf::to_actuator(element.in, facts, &range, {});
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

TEST_CASE("a servo inherits so much of the range of what it moves") {
    physics::actuator const half = read("<position inheritrange='0.5'/>");
    CHECK(half.control_limited);
    CHECK(half.control_range[0] == 0);
    CHECK(half.control_range[1] == 2);
    CHECK_FALSE(read("<position inheritrange='1' ctrllimited='false'/>").control_limited);
    CHECK_FALSE(read("<position inheritrange='-1'/>").control_limited);
    CHECK(read("<position inheritrange='0' ctrlrange='-7 7'/>").control_range[1] == 7);
    CHECK(mjcf::refusal("<position inheritrange='1' ctrlrange='-7 7'/>", [](mjcf::attributes& in) {
              mjcf::actuator_facts facts;
              mjcf::read_facts(in, "position", facts, nullptr);
          }) == "MJCF, line 1: <position inheritrange>: there is a ctrlrange too, here or in the default");
    CHECK(mjcf::refusal("<position inheritrange='1'/>", [](mjcf::attributes& in) {
              mjcf::actuator_facts facts;
              mjcf::read_facts(in, "position", facts, nullptr);
              mjcf::to_actuator(in, facts, nullptr, {});
          }) == "MJCF, line 1: <position inheritrange>: what it moves is no slide, hinge or tendon with a range that counts");
}

TEST_CASE("what has a state of its own is refused") {
    CHECK(mjcf::refusal("<general dyntype='integrator'/>", [](mjcf::attributes& in) {
              mjcf::actuator_facts facts;
              mjcf::read_facts(in, "general", facts, nullptr);
          }) == "MJCF, line 1: <general dyntype>: the value is not one of those supported: integrator");
    CHECK(mjcf::is_actuator("velocity"));
    CHECK_FALSE(mjcf::is_actuator("muscle"));
}
