// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <lockstep/physics/compile/active_set.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/machines.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("every row has bits of its own, in a word of its own limb") {
    for (physics::model const* m : {&physics::half_cheetah_model, &physics::tripod_model, &physics::dry_arm_model}) {
        std::set<std::pair<std::size_t, int>> taken;
        for (physics::model::point const& p : m->points) {
            for (int e = 0; e < m->edges(p); ++e) {
                CHECK(taken.insert({p.row.word, p.row.bit + e}).second);
                CHECK(p.row.bit + e < 24);
            }
            CHECK(physics::limb_of_word(*m, p.row.word) == m->bodies[p.body].limb);
            CHECK(p.row.word < m->words);
        }
        for (physics::model::dof const& d : m->dofs) {
            if (d.limited) {
                CHECK(taken.insert({d.row.word, d.row.bit}).second);
                CHECK(d.row.bit < 24);
                CHECK(physics::limb_of_word(*m, d.row.word) == m->bodies[d.body].limb);
            }
            if (d.friction_loss > 0) {
                CHECK(taken.insert({d.friction_row.word, d.friction_row.bit}).second);
                CHECK(taken.insert({d.friction_row.word, d.friction_row.bit + 1}).second);
                CHECK(physics::limb_of_word(*m, d.friction_row.word) == m->bodies[d.body].limb);
            }
        }
    }
}

TEST_CASE("more limbs than words is an error") {
    auto const star = [](std::size_t limbs) {
        physics::robot r;
        r.bodies.push_back({.name = "hub",
                            .joints = {{.name = "hub"}},
                            .geoms = {{.type = physics::geom_type::sphere, .radius = 0.1, .contype = 0, .conaffinity = 0}}});
        for (std::size_t i = 0; i < limbs; ++i) {
            r.bodies.push_back({.name = std::string_view("abcdefghijklmnopqrst").substr(i, 1),
                                .parent = "hub",
                                .joints = {{.limited = true, .range = {-1, 1}}},
                                .geoms = {{.type = physics::geom_type::sphere, .radius = 0.1, .contype = 0, .conaffinity = 0}}});
        }
        return r;
    };
    CHECK(physics::compile(star(physics::max_words - 1)).words == physics::max_words);
    CHECK_THROWS_WITH_AS(physics::compile(star(physics::max_words)),
                         "lockstep::physics::compile: the robot's contacts, limits and friction need more words of the "
                         "active set than max_words of physics/robot.hpp",
                         std::length_error);
}

TEST_CASE("more limits than a lane has rows for is an error, three rows each where links touch with an elliptic cone") {
    auto const links = [](std::size_t count, char const* cone) {
        std::string bodies;
        for (std::size_t i = 0; i < count; ++i) {
            std::string const mask = i < 2 ? "1" : "0";  // the first two may touch
            bodies += "<body><joint axis='0 1 0' range='-0.1 0.1' margin='0.2'/><geom pos='0 0 0.3' size='0.1' contype='" + mask +
                      "' conaffinity='" + mask + "'/></body>";
        }
        std::string const text = std::string("<mujoco><compiler angle='radian'/><option cone='") + cone + "'/><worldbody>" +
                                 bodies + "</worldbody></mujoco>";
        return physics::most_coupled_limits(physics::compile(physics::read_mjcf(text)));  // two of each link
    };
    physics::robot cords = physics::read_mjcf(physics::cords_mjcf);
    cords.tendons = {};
    for (std::string_view const joint : {"left", "left", "left", "left", "left", "right", "right", "right"}) {
        cords.tendons.push_back({.joints = {{.joint = joint}}, .limited = true, .range = {-1, 1}, .friction_loss = 1});
    }
    CHECK_THROWS_WITH_AS(
        physics::compile(cords),
        "lockstep::physics::compile: the robot's tendons, ball joints and joints whose margin covers their range "
        "have more than 8 limits, for which there is room in the max_rows = 24 of physics/model.hpp. Each tendon with dry "
        "friction takes two rows",
        std::length_error);
    CHECK(links(12, "pyramidal") == 24);
    CHECK(links(4, "elliptic") == 24);
    std::string const of_limits = "lockstep::physics::compile: the robot's tendons, ball joints and joints whose margin covers "
                                  "their range have more than ";
    std::string const of_rows = " limits, for which there is room in the max_rows = 24 of physics/model.hpp";
    CHECK_THROWS_WITH_AS(links(13, "pyramidal"), (of_limits + "24" + of_rows).c_str(), std::length_error);
    CHECK_THROWS_WITH_AS(
        links(5, "elliptic"),
        (of_limits + "8" + of_rows + ". Each limit takes three rows, because links may touch with an elliptic cone").c_str(),
        std::length_error);
}
