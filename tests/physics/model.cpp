// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/model.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/robots.hpp>
#include <tests/physics/touching_robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a model has MuJoCo's sizes: a quaternion is four positions and three velocities") {
    CHECK(physics::half_cheetah_model.qpos_size() == 9);
    CHECK(physics::half_cheetah_model.qvel_size() == 9);
    CHECK(physics::half_cheetah_model.ctrl_size() == 6);
    CHECK(physics::tripod_model.qpos_size() == 7 + 3);
    CHECK(physics::tripod_model.qvel_size() == 6 + 3);
    CHECK(physics::ball_pendulum_model.qpos_size() == 4 + 1);
}

TEST_CASE("bodies follow their parents, and dofs the order of their bodies") {
    for (physics::model const* m : {&physics::half_cheetah_model, &physics::tripod_model, &physics::ball_pendulum_model}) {
        std::size_t next_dof = 0;
        for (std::size_t b = 0; b < m->bodies.size(); ++b) {
            CHECK((m->bodies[b].parent == physics::no_body || m->bodies[b].parent < b));
            CHECK(m->bodies[b].first_dof == next_dof);
            next_dof += m->bodies[b].dof_count;
        }
        CHECK(next_dof == m->dofs.size());
    }
    CHECK(physics::root_of(physics::juggler_model, 2) == 0);
    CHECK(physics::root_of(physics::juggler_model, 5) == 5);
    CHECK(physics::half_cheetah_model.edges(physics::half_cheetah_model.points[0]) == 3);
    CHECK(physics::tripod_model.edges(physics::tripod_model.points[0]) == 4);
}

TEST_CASE("pairs are alike whose contacts differ by their links' weights alone") {
    physics::model::pair a{.first = 0, .second = 1, .friction = 0.5}, b{.first = 2, .second = 3, .friction = 0.5};
    a.contact.inverse_weight = 3;
    CHECK(a.is_like(b));
    b.contact.width = 0.1;
    CHECK_FALSE(a.is_like(b));
    b = a;
    b.condim = 1;
    CHECK_FALSE(a.is_like(b));
}
