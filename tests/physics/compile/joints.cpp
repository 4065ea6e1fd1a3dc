// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

#include <lockstep/physics/compile/joints.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/refusal.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a free joint is three translations and three rotations, a ball three rotations") {
    physics::model const &tripod = physics::tripod_model, &pendulum = physics::ball_pendulum_model;
    CHECK(tripod.bodies[0].free);
    CHECK(tripod.bodies[0].dof_count == 6);
    CHECK(tripod.dofs[2].type == physics::dof_type::translation);
    CHECK(tripod.dofs[3].type == physics::dof_type::rotation);
    CHECK(tripod.dofs[5].qpos == 3);
    CHECK(tripod.dofs[6].qpos == 7);
    CHECK(tripod.initial_qpos[2] == 0.6);
    CHECK(tripod.initial_qpos[3] == 1);
    CHECK(pendulum.bodies[0].dof_count == 3);
    CHECK(pendulum.dofs[3].qpos == 4);
    CHECK(pendulum.qpos_size() == 5);
}

TEST_CASE("slides that move the whole tree are known") {
    physics::model const& m = physics::half_cheetah_model;
    CHECK(m.dofs[0].moves_tree);
    CHECK(m.dofs[1].moves_tree);
    CHECK_FALSE(m.dofs[2].moves_tree);
    CHECK(m.dofs[3].limited);
    CHECK(m.bodies[1].first_dof == 3);
}

TEST_CASE("a joint that moves what others move already needs an armature, and none turns after a ball joint") {
    using physics::refusal;
    using type = physics::joint_type;
    auto const with = [](std::initializer_list<physics::joint> joints) {
        physics::robot r{.name = "arm"};
        physics::body const link{.name = "link", .geoms = {{.radius = 0.1, .half_length = 0.2}}};
        r.bodies = {link, link};
        r.bodies[0].joints = {{.name = "base", .axis = {0, 1, 0}}};
        r.bodies[1].name = "hand", r.bodies[1].parent = "link", r.bodies[1].joints = joints;
        return refusal(r, [](physics::robot&) {});
    };
    std::string const moved = " moves only what the joints before it move already: without an armature it has no inertia";
    physics::joint const bend{.name = "bend", .axis = {0, 1, 0}};
    CHECK(with({bend, {.name = "wrist", .axis = {0, 1, 0}}}) == "joint \"wrist\"" + moved);
    CHECK(with({bend, {.axis = {0, 1, 0}}}) == "a joint of body \"hand\"" + moved);
    CHECK(with({bend, {.name = "wrist", .axis = {0, 1, 0}, .armature = 1e-6}}) == "");
    CHECK(with({bend, {.name = "wrist", .axis = {0, 1, 0}, .position = {0, 0, 1e-3}}}) == "");
    CHECK(with({{.name = "x", .type = type::slide, .axis = {1, 0, 0}},
                {.name = "y", .type = type::slide, .axis = {0, 1, 0}},
                {.name = "xy", .type = type::slide, .axis = {1, 1, 0}}}) == "joint \"xy\"" + moved);
    CHECK(with({{.name = "wrist", .axis = {1, 0, 0}}, {.name = "socket", .type = type::ball}}) == "joint \"socket\"" + moved);
    CHECK(with({{.name = "socket", .type = type::ball}, {.name = "wrist", .axis = {1, 0, 0}, .armature = 1}}) ==
          "joint \"wrist\" rotates its body after a ball joint of the same body, which is not supported");
    CHECK(with({{.name = "socket", .type = type::ball, .armature = 0.1}, {.name = "rail", .type = type::slide}}) == "");
}

TEST_CASE("an axis has a length, and a free joint is alone and has no limit") {
    using physics::refusal;
    CHECK(refusal(physics::half_cheetah, [](physics::robot& r) {
              r.bodies[1].joints[0].axis = {0, 0, 0};
          }) == "joint \"bthigh\" has an axis of no length");
    CHECK(refusal(physics::tripod, [](physics::robot& r) { r.bodies[0].joints[0].limited = true; }) ==
          "joint \"root\" is free: it has no limit");
    CHECK(refusal(physics::tripod, [](physics::robot& r) { r.bodies[0].joints.push_back({.name = "more"}); }) ==
          "joint \"root\" is free: it must be the only joint of a body of the world");
}
