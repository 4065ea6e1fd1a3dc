// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include <lockstep/physics/dynamics/kinematics.hpp>
#include <lockstep/physics/integrate.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/robots.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("a rotation about a coordinate axis leaves exact ones and zeros") {
    auto const turn = physics::rotation_about({0, 1, 0}, 0.6, 0.8);
    CHECK(turn.y.y == 1);
    CHECK(turn.x.y == 0);
    CHECK(turn.z.x == -0.6);
    CHECK(turn.x.z == 0.6);
    ls::vec3<double> const axis{0.36, 0.48, 0.8};
    auto const kept = physics::rotation_about(axis, std::sin(2.0), std::cos(2.0)) * axis;
    CHECK(kept.x == doctest::Approx(axis.x));
    CHECK(kept.z == doctest::Approx(axis.z));
}

TEST_CASE("the height of the origin is all that is left of where the cheetah is") {
    std::vector<double> qpos = {100, 0.25, 0, 0, 0, 0, 0, 0, 0};
    auto const k = physics::forward_kinematics<double>(physics::half_cheetah_model, qpos);
    CHECK(k.origin[6].z == doctest::Approx(0.95));
    CHECK(k.position[0].x == 0);
    CHECK(k.position[3].x == doctest::Approx(-0.5 + 0.16 - 0.28));
    CHECK(k.position[3].z == doctest::Approx(-0.25 - 0.14));
}

// The motion axes are the derivatives of the pose: a small displacement moves each body's point as they say.
TEST_CASE("a unit of joint velocity moves bodies along its axis") {
    for (physics::model const* m : {&physics::half_cheetah_model, &physics::tripod_model, &physics::ball_pendulum_model}) {
        std::vector<double> qpos(m->initial_qpos.begin(), m->initial_qpos.end());
        std::vector<double> bend(m->qvel_size(), 0.3);
        physics::integrate_position<double>(*m, qpos, bend);
        auto const before = physics::forward_kinematics<double>(*m, qpos);
        double const h = 1e-6;
        for (std::size_t i = 0; i < m->dofs.size(); ++i) {
            if (m->dofs[i].moves_tree) {
                continue;
            }
            std::vector<double> moved = qpos, step(m->qvel_size(), 0.0);
            step[i] = h;
            physics::integrate_position<double>(*m, moved, step);
            auto const after = physics::forward_kinematics<double>(*m, moved);
            ls::vec3<double> const local{0.1, -0.2, 0.3};
            for (std::size_t b = 0; b < m->bodies.size(); ++b) {
                bool moves = false;
                for (std::size_t a = b; a != physics::no_body; a = m->bodies[a].parent) {
                    moves = moves || m->dofs[i].body == a;
                }
                auto const place = [&](auto const& k) { return k.position[b] + k.orientation[b] * local; };
                ls::vec3<double> const at = place(before), velocity = (1 / h) * (place(after) - at);
                ls::vec3<double> const expected =
                    moves ? before.axis[i].linear + cross(before.axis[i].angular, at) : ls::zero3<double>();
                CHECK(velocity.x == doctest::Approx(expected.x).epsilon(1e-5));
                CHECK(velocity.y == doctest::Approx(expected.y).epsilon(1e-5));
                CHECK(velocity.z == doctest::Approx(expected.z).epsilon(1e-5));
            }
        }
    }
}
