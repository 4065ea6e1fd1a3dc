// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <concepts>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/varied.hpp>
#include <tests/physics/machines.hpp>
#include <tests/physics/touching_robots.hpp>
#include <tests/support/refusal.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;
using physics::parameter;

TEST_CASE("a number is refused if it is not finite, or if a robot would have no mass, or joints that drive themselves") {
    CHECK_FALSE(physics::is_possible(parameter::mass, 0.0));
    CHECK_FALSE(physics::is_possible(parameter::friction, 0.0));
    for (parameter p : {parameter::damping, parameter::armature, parameter::stiffness, parameter::friction_loss,
                        parameter::tendon_stiffness, parameter::tendon_damping}) {
        CHECK(physics::is_possible(p, 0.0));
        CHECK_FALSE(physics::is_possible(p, -0.1));
    }
    CHECK(physics::is_possible(parameter::gear, -1.0));
    CHECK(physics::is_possible(parameter::offset_x, -1.0));
    for (double const none : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        for (parameter p : {parameter::gravity, parameter::mass, parameter::damping, parameter::range_low, parameter::gain}) {
            CHECK_FALSE(physics::is_possible(p, none));
        }
    }
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

TEST_CASE("a range that is twice its margin is open, and one that no variation moves is not judged") {
    constexpr std::string_view hinge = R"(<mujoco> <compiler angle="radian"/> <worldbody>
        <body> <joint name="one" axis="0 1 0" range="-0.5 0.5" margin="0.5"/> <geom size="0.1"/>
            <body> <joint name="two" axis="0 1 0" range="-0.5 1.5" margin="0.5"/> <geom size="0.1"/> </body>
        </body> </worldbody> </mujoco>)";
    physics::robot const r = physics::read_mjcf(hinge);
    physics::model const m = physics::compile(r);
    REQUIRE_FALSE(m.dofs[0].narrow);
    auto const are_open = [&](parameter what, std::string_view of, double number) {
        physics::variation const range[] = {{what, of, number, number}};
        std::array<float, 1> const drawn = {static_cast<float>(number)};
        bool const open = physics::keep_ranges_open(r, m, range);
        CHECK(open == (support::refusal([&] { physics::varied<float>(r, m, range, drawn); }) == "accepted"));
        return open;
    };
    CHECK(are_open(parameter::mass, "", 2));
    CHECK(are_open(parameter::range_high, "one", 0));
    CHECK_FALSE(are_open(parameter::range_high, "one", -0.125));
    CHECK(are_open(parameter::range_low, "two", 1));
    CHECK_FALSE(are_open(parameter::range_low, "two", 1.125));
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

TEST_CASE_TEMPLATE("a number that was drawn is refused if it makes the robot of a lane impossible", R, double, ls::lanes<4>) {
    auto const refusal = [](physics::parameter what, std::string_view of, double number) {
        R drawn(1);
        if constexpr (std::same_as<R, double>) {
            drawn = number;
        } else {
            drawn.set(2, static_cast<float>(number));
        }
        physics::variation const ranges[] = {{what, of}};
        return support::refusal([&] {
            physics::varied<R>(physics::half_cheetah, physics::half_cheetah_model, ranges, std::span<R const>(&drawn, 1));
        });
    };
    std::string const of_number = " has a number that is not possible: numbers are finite; those of mass and friction are "
                                  "above 0; those of damping, stiffness (of tendons too), armature and friction_loss are "
                                  "not below 0";
    CHECK(refusal(parameter::mass, "torso", 0.5) == "accepted");
    CHECK(refusal(parameter::mass, "torso", 0) == "lockstep::physics::compile: variation of mass of \"torso\"" + of_number);
    CHECK(refusal(parameter::damping, "bfoot", -1) ==
          "lockstep::physics::compile: variation of damping of \"bfoot\"" + of_number);
    CHECK(refusal(parameter::mass, "", std::nan("")) == "lockstep::physics::compile: variation of mass of \"\"" + of_number);
    CHECK(refusal(parameter::gravity, "", HUGE_VAL) ==
          "lockstep::physics::compile: variation of gravity of \"\"" + of_number);
    CHECK(refusal(parameter::range_low, "bfoot", 1.3) ==
          "lockstep::physics::compile: robot \"half_cheetah\" has variations that bring the ends of a joint's range together, or "
          "both within its margin");
}
