// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/variation.hpp>
#include <tests/physics/machines.hpp>
#include <tests/physics/robots.hpp>
#include <tests/physics/touching_robots.hpp>

namespace physics = lockstep::physics;
using physics::parameter;

namespace {

using indices = std::vector<std::size_t>;

indices targets(physics::robot const& r, physics::model const& m, parameter what, std::string_view of) {
    indices result;
    physics::for_each_target(r, m, {what, of}, [&](std::size_t i) { result.push_back(i); });
    return result;
}

}  // namespace

TEST_CASE("a variation finds what it names: bodies, joints, motors, points; of no name all") {
    auto const of = [](parameter what, std::string_view name) {
        return targets(physics::half_cheetah, physics::half_cheetah_model, what, name);
    };
    CHECK(of(parameter::mass, "bshin") == indices{2});
    CHECK(of(parameter::mass, "").size() == 7);
    CHECK(of(parameter::offset_x, "bshin") == indices{2});
    CHECK(of(parameter::damping, "bthigh") == indices{3});
    CHECK(of(parameter::armature, "").size() == 9);
    CHECK(of(parameter::gear, "ffoot") == indices{5});
    CHECK(of(parameter::friction, "torso") == indices{0, 1, 2, 3});
    CHECK(of(parameter::gravity, "") == indices{0});
    CHECK(of(parameter::stiffness, "nobody").empty());
}

TEST_CASE("all dofs of a free joint count as its own, and a fused body has a mass but no place") {
    auto const of = [](parameter what, std::string_view name) {
        return targets(physics::tripod, physics::tripod_model, what, name);
    };
    CHECK(of(parameter::armature, "root") == indices{0, 1, 2, 3, 4, 5});
    CHECK(of(parameter::damping, "left") == indices{7});
    CHECK(of(parameter::mass, "toe") == of(parameter::mass, "front"));
    CHECK(of(parameter::offset_z, "toe").empty());
    CHECK(of(parameter::friction, "toe").size() == 1);
}

TEST_CASE("joints, actuators and tendons are found by what they have, and links that touch by either") {
    physics::robot const gripper = physics::read_mjcf(physics::gripper_mjcf), dry_arm = physics::read_mjcf(physics::dry_arm_mjcf),
                         juggler = physics::read_mjcf(physics::juggler_mjcf);
    CHECK(targets(gripper, physics::gripper_model, parameter::tendon_coefficient, "grip") == indices{0});
    CHECK(targets(gripper, physics::gripper_model, parameter::tendon_stiffness, "").size() == 3);
    CHECK(targets(gripper, physics::gripper_model, parameter::gain, "grip") == indices{0});
    CHECK(targets(gripper, physics::gripper_model, parameter::friction_loss, "").empty());
    CHECK(targets(dry_arm, physics::dry_arm_model, parameter::friction_loss, "").size() == physics::dry_arm_model.dofs.size());
    physics::model const& m = physics::juggler_model;
    std::size_t const points = m.points.size();
    CHECK(targets(juggler, m, parameter::friction, "hand") == indices{3, 4, points + 1, points + 6, points + 7, points + 8});
    CHECK(targets(juggler, m, parameter::range_low, "shoulder") == indices{6});
    CHECK(targets(juggler, m, parameter::range_high, "wrist").empty());
    physics::robot const suspended = physics::read_mjcf(physics::suspended_mjcf);
    CHECK(targets(suspended, physics::suspended_model, parameter::range_low, "").size() <
          targets(suspended, physics::suspended_model, parameter::range_high, "").size());
}

TEST_CASE("a body that touches without friction has none to vary") {
    physics::robot const r = physics::read_mjcf(R"(<mujoco><worldbody>
      <geom type="plane" size="1 1 1" condim="1"/>
      <body name="ice"> <freejoint name="i"/> <geom size="0.1" condim="1"/> </body>
      <body name="stone"> <freejoint name="s"/> <geom size="0.1"/> </body>
      </worldbody> <contact> <exclude body1="ice" body2="stone"/> </contact> </mujoco>)");
    physics::model const m = physics::compile(r);
    CHECK(targets(r, m, parameter::friction, "ice").empty());
    CHECK(targets(r, m, parameter::friction, "") == indices{1});
}
