// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <limits>
#include <string>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/physics/compile/numbers.hpp>
#include <tests/physics/machines.hpp>
#include <tests/physics/refusal.hpp>
#include <tests/physics/robots.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

template <class Change>
std::string joint_with(Change const& change) {
    return physics::refusal(physics::tripod, [&](physics::robot& r) { change(r.bodies[3].joints[0]); });
}
template <class Change>
std::string geom_with(Change const& change) {
    return physics::refusal(physics::tripod, [&](physics::robot& r) { change(r.bodies[3].geoms[0]); });
}
template <class Change>
std::string actuator_with(Change const& change) {
    return physics::refusal(physics::tripod, [&](physics::robot& r) { change(r.actuators[1]); });
}
template <class Change>
std::string tendon_with(Change const& change) {
    return physics::refusal(physics::read_mjcf(physics::gripper_mjcf), [&](physics::robot& r) { change(r.tendons[0]); });
}

}  // namespace

TEST_CASE("a range in disorder is refused, unless it does not count") {
    CHECK(joint_with([](physics::joint& j) {
              j.range = {1, -1};
          }) == "joint \"left\" has a range whose lower end is not below the upper end");
    CHECK(joint_with([](physics::joint& j) { j.range = {1, -1}, j.limited = false; }) == "");
    CHECK(joint_with([](physics::joint& j) { j.actuator_force_limited = true; }) ==
          "joint \"left\" has an actuator_force_range whose lower end is not below the upper end");
    CHECK(actuator_with([](physics::actuator& a) {
              a.control_range = {1, -1};
          }) == "actuator \"left\" has a control_range whose lower end is not below the upper end");
    CHECK(actuator_with([](physics::actuator& a) { a.name = "push", a.force_limited = true; }) ==
          "actuator \"push\" has a force_range whose lower end is not below the upper end");
    CHECK(tendon_with([](physics::tendon& t) {
              t.limited = true, t.range = {1, 0};
          }) == "tendon \"grip\" has a range whose lower end is not below the upper end");
    CHECK(tendon_with([](physics::tendon& t) {
              t.spring_length = {2, 1};
          }) == "tendon \"grip\" has a spring_length whose lower end is above the upper end");
    CHECK(physics::refusal(physics::ball_pendulum, [](physics::robot& r) {
              r.bodies[0].joints[0].limited = true, r.bodies[0].joints[0].range = {-1, 1};
          }) == "joint \"socket\" is a ball joint with a range that does not begin at 0");
}

TEST_CASE("a number below its least value, or an infinity, is refused, and the error names its part") {
    CHECK(joint_with([](physics::joint& j) { j.damping = -1; }) == "");
    CHECK(joint_with([](physics::joint& j) { j.damping = std::numeric_limits<double>::infinity(); }) ==
          "joint \"left\" has a number that is NaN or infinite");
    CHECK(joint_with([](physics::joint& j) { j.friction_loss = -1; }) == "joint \"left\" has a negative friction_loss");
    CHECK(joint_with([](physics::joint& j) { j.armature = std::numeric_limits<double>::quiet_NaN(); }) ==
          "joint \"left\" has negative armature");
    CHECK(joint_with([](physics::joint& j) {
              j.limit.solref = {0.02, -1};
          }) == "joint \"left\" has a solref of which one number is above zero and one is not");
    CHECK(geom_with([](physics::geom& g) { g.radius = -0.1; }) == "geom \"left\" has a size that is not above zero");
    CHECK(geom_with([](physics::geom& g) { g.half_length = 0; }) == "geom \"left\" has a size that is not above zero");
    CHECK(geom_with([](physics::geom& g) { g.type = physics::geom_type::box; }) ==
          "geom \"left\" has a size that is not above zero");
    CHECK(geom_with([](physics::geom& g) { g.type = physics::geom_type::sphere, g.half_length = 0; }) == "");
    CHECK(geom_with([](physics::geom& g) { g.friction = -1; }) == "geom \"left\" has negative friction");
    CHECK(geom_with([](physics::geom& g) { g.contact.margin = -1; }) == "geom \"left\" has a negative margin");
    CHECK(actuator_with([](physics::actuator& a) { a.type = physics::actuator_type::position, a.kv = -1; }) ==
          "actuator \"left\" has a negative kv");
    CHECK(physics::refusal(physics::tripod, [](physics::robot& r) { r.timestep = 0; }) ==
          "robot \"tripod\" has a timestep that is not above zero");
    CHECK(physics::refusal(physics::tripod, [](physics::robot& r) {
              r.pairs = {{"left", "right", 3, -1}};
          }) == "pair of \"left\" has negative friction");
}

TEST_CASE("a body that moves has a mass, and moments that a body can have") {
    CHECK(geom_with([](physics::geom& g) { g.density = 0; }) == "body \"left\" moves and has no mass");
    auto const inertial_with = [](double mass, double moment) {
        return physics::refusal(physics::tripod, [&](physics::robot& r) {
            r.bodies[3].inertia = {.given = true, .mass = mass, .about_center = {1, 1, moment, 0, 0, 0}};
        });
    };
    CHECK(inertial_with(1, 1) == "");
    CHECK(inertial_with(-1, 1) == "body \"left\" has an inertial of negative mass");
    CHECK(inertial_with(1, 3) ==
          "body \"left\" has an impossible inertial: each principal moment of inertia must be above 0 and at most the sum of the "
          "other two");
}

TEST_CASE("NaN is refused wherever it stands") {
    double const none = std::numeric_limits<double>::quiet_NaN();
    char const* const geom = "geom \"left\" has a number that is NaN or infinite";
    CHECK(geom_with([&](physics::geom& g) { g.contact.solref = {none, none}; }) == geom);
    CHECK(geom_with([&](physics::geom& g) { g.contact.solimp[3] = none; }) == geom);
    CHECK(geom_with([&](physics::geom& g) { g.position.y = none; }) == geom);
    CHECK(joint_with([&](physics::joint& j) { j.reference = none; }) == "joint \"left\" has a number that is NaN or infinite");
    CHECK(physics::refusal(physics::tripod, [&](physics::robot& r) { r.total_mass = none; }) ==
          "robot \"tripod\" has a negative total_mass");
    CHECK(physics::refusal(physics::tripod, [&](physics::robot& r) { r.gravity.z = none; }) ==
          "robot \"tripod\" has a number that is NaN or infinite");
}

TEST_CASE("infinity is refused where a number only has to be large enough") {
    double const infinite = std::numeric_limits<double>::infinity();
    char const* const geom = "geom \"left\" has a number that is NaN or infinite";
    char const* const joint = "joint \"left\" has a number that is NaN or infinite";
    char const* const robot = "robot \"tripod\" has a number that is NaN or infinite";
    CHECK(geom_with([&](physics::geom& g) { g.radius = infinite; }) == geom);
    CHECK(geom_with([&](physics::geom& g) { g.density = infinite; }) == geom);
    CHECK(geom_with([&](physics::geom& g) { g.contact.margin = infinite; }) == geom);
    CHECK(joint_with([&](physics::joint& j) { j.armature = infinite; }) == joint);
    CHECK(joint_with([&](physics::joint& j) { j.friction_loss = infinite; }) == joint);
    CHECK(physics::refusal(physics::tripod, [&](physics::robot& r) { r.timestep = infinite; }) == robot);
    CHECK(physics::refusal(physics::tripod, [&](physics::robot& r) { r.impratio = infinite; }) == robot);
    CHECK(physics::refusal(physics::tripod, [&](physics::robot& r) { r.viscosity = infinite; }) == robot);
    CHECK(physics::refusal(physics::tripod, [&](physics::robot& r) {
              r.bodies[3].inertia = {.given = true, .mass = infinite};
          }) == "body \"left\" has a number that is NaN or infinite");
}

TEST_CASE("directions have a length of 1") {
    CHECK(geom_with([](physics::geom& g) { g.axis = {0, 0, 2}; }) == "geom \"left\" has an axis that is not of length 1");
    CHECK(geom_with([](physics::geom& g) {
              g.orientation = {0, 0, 0, 0};
          }) == "geom \"left\" has an orientation that is no quaternion of length 1");
    CHECK(physics::refusal(physics::tripod, [](physics::robot& r) {
              r.bodies[3].orientation = {0, 0, 0, 0};
          }) == "body \"left\" has an orientation that is no quaternion of length 1");
}

TEST_CASE("axes that an inertial states are its own") {
    auto const inertial_about = [](ls::quaternion<double> const& axes) {
        return physics::refusal(physics::tripod, [&](physics::robot& r) {
            r.bodies[3].inertia = {
                .given = true, .mass = 1, .about_center = {1, 2, 2.5, 0, 0, 0}, .has_axes = true, .axes = axes};
        });
    };
    CHECK(inertial_about({1, 0, 0, 0}) == "");
    CHECK(inertial_about({0.8, 0, 0, 0.6}) == "body \"left\" has an inertial whose axes are not its principal ones");
    CHECK(inertial_about({0, 0, 0, 0}) == "body \"left\" has an orientation that is no quaternion of length 1");
}
