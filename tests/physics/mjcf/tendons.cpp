// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/physics/mjcf/tendons.hpp>
#include <tests/physics/mjcf/one_element.hpp>

namespace physics = lockstep::physics;
namespace mjcf = lockstep::physics::mjcf;

namespace {

physics::tendon read(mjcf::document& whole, mjcf::attributes& in) {
    physics::robot r{.bodies = {{.name = "arm", .joints = {{.name = "a"}, {.name = "b"}}}}};
    return mjcf::read_tendon(whole, 0, in, {}, {}, r, nullptr);
}

std::string refusal(std::string const& text) {
    mjcf::one_element element(text);
    read(element.whole, element.in);
    return mjcf::refusal(element.whole);
}

}  // namespace

TEST_CASE("a tendon is a sum of joints") {
    std::string const text = "<fixed stiffness='2' springlength='0.5' frictionloss='4' solreffriction='0.1 1'>"
                             "<joint joint='b' coef='3'/><joint joint='a' coef='-1'/></fixed>";
    mjcf::one_element element(text);
    physics::tendon const t = read(element.whole, element.in);
    REQUIRE(t.joints.size() == 2);
    CHECK(t.joints[0].joint == "b");
    CHECK(t.joints[0].coefficient == 3);
    CHECK(t.stiffness == 2);
    CHECK(t.spring_length[0] == 0.5);
    CHECK(t.spring_length[1] == 0.5);
    CHECK(t.friction_loss == 4);
    CHECK(t.friction.solref[0] == 0.1);
}

TEST_CASE("a tendon needs joints that there are, each once, each with a coefficient") {
    CHECK(refusal("<fixed/>") == "MJCF, line 1: <fixed>: has no joints");
    CHECK(refusal("<fixed><joint joint='a'/></fixed>") == "MJCF, line 1: <joint coef>: a tendon's joint needs a coefficient");
    CHECK(refusal("<fixed><joint joint='c' coef='1'/></fixed>") ==
          "MJCF, line 1: <joint joint>: there is no slide or hinge of this name: c");
    CHECK(refusal("<fixed><joint joint='a' coef='1'/><joint joint='a' coef='1'/></fixed>") ==
          "MJCF, line 1: <joint joint>: the tendon has this joint already: a");
}
