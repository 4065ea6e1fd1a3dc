// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/physics/constraint/pair_row.hpp>
#include <lockstep/physics/robots/humanoid.hpp>
#include <lockstep/physics/substep.hpp>
#include <tests/physics/touching_robots.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;
using vec = ls::vec3<double>;

TEST_CASE("without friction the normal is the only row, with it the four edges of a pyramid") {
    physics::model::pair kind{.condim = 1};
    vec const n{0.6, 0, 0.8};
    CHECK(physics::edges_of(kind, 0.5, n).count == 1);
    CHECK(physics::edges_of(kind, 0.5, n).direction[0].x == 0.6);
    kind.condim = 3;
    for (vec const& normal : {n, vec{0.1, std::sqrt(0.98), 0.1}}) {
        auto const edges = physics::edges_of(kind, 0.5, normal);
        REQUIRE(edges.count == 4);
        for (std::size_t e = 0; e < 4; ++e) {
            vec const tangent = edges.direction[e] - normal;
            CHECK(dot(tangent, normal) == doctest::Approx(0));
            CHECK(dot(tangent, tangent) == doctest::Approx(0.25));
            CHECK(dot(tangent, edges.direction[e ^ 1] - normal) == doctest::Approx(-0.25));
        }
        CHECK(dot(edges.direction[0] - normal, edges.direction[2] - normal) == doctest::Approx(0));
    }
}

TEST_CASE("a row's jacobian is how fast the contact closes") {
    physics::model const& m = physics::juggler_model;
    std::vector<double> qpos(m.initial_qpos.begin(), m.initial_qpos.end()), qvel(m.qvel_size(), 0.0);
    auto const distances = [&](std::vector<double> const& q) {
        std::vector<double> result;
        auto const k = physics::forward_kinematics<double>(m, q);
        physics::for_each_contact<double>(
            m, k, [&](auto const& c, auto const&, auto const&) { result.push_back(c.where.distance); },
            [](auto const&) { return true; });
        return result;
    };
    auto const before = distances(qpos);
    REQUIRE(before.size() >= 2);
    for (std::size_t i = 6; i < m.qvel_size(); ++i) {
        std::vector<double> moved = qpos;
        moved[m.dofs[i].qpos] += 1e-6;
        auto const after = distances(moved);
        REQUIRE(after.size() == before.size());
        std::size_t at = 0;
        auto const k = physics::forward_kinematics<double>(m, qpos);
        physics::for_each_contact<double>(
            m, k,
            [&](auto const& c, auto const& kind, auto const& response) {
            std::size_t rows = 0;
            double speed = 0;
            physics::for_each_row<double>(m, k, qvel, c, kind, response.recovery, [&](auto const& jacobian, auto const&) {
                speed += m.dofs[i].coupled ? jacobian[i] : 0;
                ++rows;
            });
            CHECK(speed / static_cast<double>(rows) == doctest::Approx((after[at] - before[at]) / 1e-6).epsilon(1e-4));
            ++at;
            },
            [](auto const&) { return true; });
    }
}

TEST_CASE("contacts that find no room are counted, never silent") {
    physics::model const& m = physics::humanoid_model;
    std::vector<double> qpos(m.initial_qpos.begin(), m.initial_qpos.end()), qvel(m.qvel_size(), 0.0), active(m.words, 0.0);
    std::vector<double> const ctrl(m.ctrl_size(), 0.0);
    qpos[2] = 10;
    physics::forward<double>(m, qpos, qvel, ctrl, active);
    CHECK(active[m.dropped_contacts_word] == 0);
    for (std::size_t i = 7; i < qpos.size(); ++i) {
        qpos[i] = 2;  // a pose that no body can take: everything inside everything
    }
    auto const k = physics::forward_kinematics<double>(m, qpos);
    double const count = physics::pair_contacts<double>(m, k, m.pairs[0]).count();
    physics::forward<double>(m, qpos, qvel, ctrl, active);
    CHECK(active[m.dropped_contacts_word] == std::max(count - 24, 0.0));
    physics::model crowded = m;
    for (physics::model::pair& p : crowded.pairs) {
        p.contact.margin = p.reach = 10;
    }
    physics::forward<double>(crowded, qpos, qvel, ctrl, active);
    CHECK(active[m.dropped_contacts_word] == std::max(count - 24, 0.0) + 109 - 24);
}

namespace {

/// dropped: contacts of the lane in which all balls touch the drum.
void check_room(physics::model const& m, float dropped) {
    using R = ls::lanes<4>;
    std::size_t const dofs = m.qvel_size();
    bool const near[4][2] = {{true, false}, {false, true}, {false, false}, {true, true}};  // balls of each kind
    auto const position = [&](std::size_t lane, std::size_t i) {
        bool const touches = i == 0 || near[lane][i <= 6 ? 0 : 1];
        return touches ? 0.001 * static_cast<double>(i) : i % 6 < 4 && i % 6 > 0 ? 1.0 : -1.0;
    };
    auto const forward = [&](auto const& place) {
        std::vector<R> qpos(dofs), qvel(dofs), active(m.words, R(0));
        for (std::size_t i = 0; i < dofs; ++i) {
            for (std::size_t lane = 0; lane < 4; ++lane) {
                qpos[i].set(lane, static_cast<float>(place(lane, i)));
                qvel[i].set(lane, i % 2 == 0 ? 0.1f : -0.2f);
            }
        }
        auto const result = physics::forward<R>(m, qpos, qvel, std::span<R const>(), active);
        active.insert(active.end(), result.qacc.begin(), result.qacc.begin() + static_cast<std::ptrdiff_t>(dofs));
        return active;
    };
    auto const together = forward(position);
    for (std::size_t lane = 0; lane < 4; ++lane) {
        auto const alone = forward([&](std::size_t, std::size_t i) { return position(lane, i); });
        CHECK(alone[m.dropped_contacts_word][lane] == (lane == 3 ? dropped : 0));
        CHECK(together[m.dropped_contacts_word][lane] == alone[m.dropped_contacts_word][lane]);
        for (std::size_t i = 0; i < together.size(); ++i) {
            CHECK(together[i][lane] == alone[i][lane]);
        }
    }
}

}  // namespace

TEST_CASE("what a lane has room for does not depend on its neighbours") {
    check_room(physics::drum_model, 6);
    physics::robot elliptic = physics::drum;
    elliptic.cone = physics::cone_type::elliptic;
    check_room(physics::compile(elliptic), 4);
}
