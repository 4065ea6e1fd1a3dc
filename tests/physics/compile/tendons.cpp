// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile/tendons.hpp>
#include <tests/physics/machines.hpp>
#include <tests/physics/refusal.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a tendon is a sum over the dofs of its joints, its spring by itself at rest with the joints") {
    physics::model const& m = physics::gripper_model;
    REQUIRE(m.tendons.size() == 3);
    CHECK(m.tendons[1].joints[1].dof == 2);
    CHECK(m.tendons[1].joints[1].coefficient == -1.5);
    CHECK(m.tendons[1].spring_length == std::array<double, 2>{-0.1, 0.2});
    CHECK(m.tendons[2].spring_length == std::array<double, 2>{0, 0});
    CHECK(m.motors[0].tendon == 0);
    CHECK(m.motors[4].tendon == physics::no_tendon);
}

TEST_CASE("joints of a tendon are on one branch of the tree, on different ones, or both") {
    physics::robot const r = physics::read_mjcf(physics::gripper_mjcf);
    auto const joints = [&](auto... names) { return physics::layout_of(r, {.joints = {{.joint = names}...}}); };
    CHECK(joints("left") == physics::layout::branch);
    CHECK(joints("left", "right") == physics::layout::fork);
    CHECK(joints("right_tip", "left") == physics::layout::fork);
    CHECK(joints("left_tip", "lift", "left") == physics::layout::branch);
    CHECK(joints("left", "lift", "right") == physics::layout::mixed);
    CHECK_FALSE(physics::gripper_model.tendons[0].branch);
    CHECK(physics::gripper_model.tendons[1].branch);
}

TEST_CASE("a tendon that cannot be is refused by name") {
    physics::robot const gripper = physics::read_mjcf(physics::gripper_mjcf);
    CHECK(physics::refusal(gripper, [](physics::robot& r) { r.tendons[0].joints[0].joint = "thumb"; }) ==
          "tendon \"thumb\" moves no slide or hinge of that name");
    CHECK(physics::refusal(gripper, [](physics::robot& r) { r.tendons[0].joints = {}; }) == "tendon \"grip\" has no joints");
    CHECK(physics::refusal(gripper, [](physics::robot& r) {
              physics::tendon_joint const first = r.tendons[0].joints[0];
              r.tendons[0].joints.push_back(first);
          }) == "tendon \"grip\" has a joint twice");
    CHECK(physics::refusal(gripper, [](physics::robot& r) { r.actuators[0].tendon = "rope"; }) ==
          "actuator \"rope\" names a tendon that the robot does not have");
    CHECK(physics::refusal(gripper, [](physics::robot& r) { r.tendons[0].joints.push_back({.joint = "lift"}); }) ==
          "tendon \"grip\" has joints on one branch and on others: implicitfast is not supported for it");
}
