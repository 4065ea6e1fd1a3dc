// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/compile/names.hpp>
#include <tests/physics/machines.hpp>
#include <tests/physics/refusal.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

namespace {

template <class Change>
std::string tripod_with(Change const& change) {
    return physics::refusal(physics::tripod, change);
}

}  // namespace

TEST_CASE("two parts of a kind have two names, or none") {
    CHECK(tripod_with([](physics::robot&) {}) == "");
    CHECK(tripod_with([](physics::robot& r) { r.bodies[4].name = "left"; }) == "body \"left\" exists twice");
    CHECK(tripod_with([](physics::robot& r) { r.bodies[4].joints[0].name = "root"; }) == "joint \"root\" exists twice");
    CHECK(tripod_with([](physics::robot& r) { r.bodies[0].geoms[0].name = "toe"; }) == "geom \"toe\" exists twice");
    CHECK(tripod_with([](physics::robot& r) { r.floor.name = "toe"; }) == "geom \"toe\" exists twice");
    CHECK(tripod_with([](physics::robot& r) { r.sites = {{.name = "tip"}, {.name = "tip"}}; }) == "site \"tip\" exists twice");
    CHECK(tripod_with([](physics::robot& r) { r.actuators[0].name = r.actuators[2].name = "push"; }) ==
          "actuator \"push\" exists twice");
    CHECK(physics::refusal(physics::read_mjcf(physics::gripper_mjcf), [](physics::robot& r) { r.tendons[1].name = "grip"; }) ==
          "tendon \"grip\" exists twice");
    CHECK(tripod_with([](physics::robot& r) { r.bodies[4].name = "world"; }) ==
          "body \"world\" has a reserved name: it stands for what does not move");
    CHECK(tripod_with([](physics::robot& r) {
              r.bodies[2].name = r.bodies[3].name = r.bodies[2].geoms[0].name = r.bodies[3].geoms[0].name = "";
          }) == "");
}

TEST_CASE("an exclusion or a pair of what is not there is refused, and of no name too") {
    CHECK(tripod_with([](physics::robot& r) { r.exclusions = {{"left", "world"}}; }) == "");
    CHECK(tripod_with([](physics::robot& r) { r.exclusions = {{"left", "rihgt"}}; }) == "exclusion of \"rihgt\" names no body");
    CHECK(tripod_with([](physics::robot& r) {
              r.bodies[2].name = "", r.exclusions = {{"", "right"}};
          }) == "exclusion of \"\" names no body");
    CHECK(tripod_with([](physics::robot& r) { r.pairs = {{"left", "rihgt"}}; }) == "pair of \"rihgt\" names no geom");
    CHECK(tripod_with([](physics::robot& r) { r.pairs = {{"left", ""}}; }) == "pair of \"\" names no geom");
    CHECK(tripod_with([](physics::robot& r) { r.pairs = {{"left", "left"}}; }) == "pair of \"left\" has the same geom twice");
    CHECK(tripod_with([](physics::robot& r) { r.floor.name = "floor", r.pairs = {{"left", "right"}, {"floor", "left"}}; }) == "");
    CHECK(tripod_with([](physics::robot& r) {
              r.pairs = {{"left", "right"}, {"right", "left"}};
          }) == "pair of \"right\" and \"left\" exists twice");
}

TEST_CASE("a joint without a name is not what an actuator without one moves") {
    CHECK(tripod_with([](physics::robot& r) { r.bodies[3].joints[0].name = r.actuators[1].joint = ""; }) ==
          "actuator \"\" names a joint that the robot does not have");
}
