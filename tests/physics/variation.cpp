// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <stdexcept>
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

TEST_CASE("a factor is refused that would have a robot's mass vanish, or its joints drive themselves") {
    CHECK_FALSE(physics::is_possible(parameter::mass, 0));
    CHECK_FALSE(physics::is_possible(parameter::friction, 0));
    for (parameter p : {parameter::damping, parameter::armature, parameter::stiffness, parameter::friction_loss,
                        parameter::tendon_stiffness, parameter::tendon_damping}) {
        CHECK(physics::is_possible(p, 0));
        CHECK_FALSE(physics::is_possible(p, -0.1));
    }
    CHECK(physics::is_possible(parameter::gear, -1));
    CHECK(physics::is_possible(parameter::offset_x, -1));
}

TEST_CASE("ranges stay open where no draw brings the low end to the high one, by all variations together") {
    auto const open = [](std::string_view text, physics::model const& m, std::vector<physics::variation> const& ranges) {
        return physics::keep_ranges_open(physics::read_mjcf(text), m, ranges);
    };
    auto const juggler = [&](std::vector<physics::variation> const& ranges) {  // the shoulder goes from -60 to 60 degrees
        return open(physics::juggler_mjcf, physics::juggler_model, ranges);
    };
    CHECK(juggler({}));
    CHECK(juggler({{parameter::range_low, "shoulder", -3, 2}}));
    CHECK_FALSE(juggler({{parameter::range_low, "shoulder", -3, 2.1}}));
    CHECK_FALSE(juggler({{parameter::range_low, "", -3, 1.1}, {parameter::range_high, "shoulder", -1, 1}}));
    CHECK(juggler({{parameter::range_low, "", 3, 3.1}, {parameter::range_high, "shoulder", 2, 2}}));
    CHECK(open(physics::suspended_mjcf, physics::suspended_model, {{parameter::range_high, "", -0.01, 0}}));
    CHECK_FALSE(open(physics::suspended_mjcf, physics::suspended_model, {{parameter::range_high, "", -4, 0}}));
    CHECK(open(physics::latch_mjcf, physics::latch_model, {{parameter::range_low, "tip", 0, 1.79}}));
    CHECK_FALSE(open(physics::latch_mjcf, physics::latch_model, {{parameter::range_low, "tip", 0, 1.81}}));  // within the margin
    CHECK(open(physics::latch_mjcf, physics::latch_model, {{parameter::range_low, "lever", 0, 0.7}}));       // as it was
}

TEST_CASE("what was drawn multiplies, an offset adds, and two variations of one part act together") {
    physics::variation const ranges[] = {
        {parameter::mass, ""},    {parameter::mass, "torso"},  {parameter::offset_x, "fshin"}, {parameter::damping, "bfoot"},
        {parameter::gravity, ""}, {parameter::gear, "bthigh"}, {parameter::range_low, "bfoot"}};
    std::array<double, 7> const drawn = {2, 3, 0.1, 0.5, 0.1, 4, -0.2};
    auto const& own = physics::varied<double>(physics::half_cheetah, physics::half_cheetah_model, ranges, drawn).own;
    CHECK(own.mass[0] == 6);
    CHECK(own.mass[1] == 2);
    CHECK(own.offset[5].x == 0.1);
    CHECK(own.offset[4].x == 0);
    CHECK(own.damping[5] == 0.5);
    CHECK(own.damping[4] == 1);
    CHECK(own.gravity.z == doctest::Approx(-0.981));
    CHECK(own.range_low[5] == -0.2);
    CHECK(own.gear[0] == 4);
    CHECK(own.gear[1] == 1);
}

TEST_CASE("a variation of nothing is refused by name") {
    physics::variation const ranges[] = {{parameter::gear, "tail", 0.5, 2}};
    std::array<double, 1> const drawn = {1};
    CHECK_THROWS_WITH_AS(
        physics::varied<double>(physics::half_cheetah, physics::half_cheetah_model, ranges, drawn),
        "lockstep::physics::compile: variation of gear of \"tail\" names no part of the robot that has this parameter",
        std::invalid_argument);
}
