// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <lockstep/physics/active_set.hpp>
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
    CHECK(physics::compile(star(physics::max_words)).words == physics::max_words);
    CHECK_THROWS_WITH_AS(physics::compile(star(physics::max_words + 1)),
                         "lockstep::physics::compile: the robot's contacts, limits and friction need more words of the "
                         "active set than max_words of physics/robot.hpp",
                         std::length_error);
}

TEST_CASE("limbs are the branches that have rows") {
    CHECK(physics::tripod_model.limbs == 4);
    CHECK(physics::ball_pendulum_model.limbs == 1);
    CHECK(physics::ball_pendulum_model.words == 0);
}
