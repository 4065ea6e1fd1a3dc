// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/quaternion.hpp>
#include <lockstep/physics/contact/pair_contact.hpp>
#include <lockstep/physics/substep.hpp>
#include <tests/physics/touching_robots.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

std::size_t check_golden(physics::model const& m, std::string const& file) {
    std::size_t const q = m.qpos_size(), v = m.qvel_size(), u = m.ctrl_size();
    std::size_t touching = 0;
    for (auto const& row : support::read_csv("physics/" + file)) {
        std::span<double const> const golden(row);
        std::vector<double> numbers(row.begin(), row.end()), active(m.words, 0.0);
        std::span<double> const all(numbers);
        auto const ctrl = golden.subspan(q + v, u);
        auto const forward = physics::forward<double>(m, golden.first(q), golden.subspan(q, v), ctrl, active);
        touching += active[m.coupled_word] > 0;
        physics::substep<double>(m, all.first(q), all.subspan(q, v), ctrl, active);
        CHECK(support::relative_error(std::span(forward.qacc).first(v), golden.subspan(q + v + u, v)) < 1e-9);
        CHECK(support::relative_error(all.subspan(q, v), golden.subspan(q + v + u + v + q, v)) < 1e-9);
    }
    return touching;
}

/// Two geoms in the air, and the direction in both their frames in which they reach farthest.
struct couple {
    physics::model model;
    ls::vec3<double> farthest;
};

couple couple_of(physics::geom_type first, physics::geom_type second) {
    physics::geom a{.name = "a", .type = first, .radius = 0.1}, b{.name = "b", .type = second, .radius = 0.13};
    a.half_length = first == physics::geom_type::capsule ? 0.2 : 0;
    b.half_length = second == physics::geom_type::capsule ? 0.15 : 0;
    b.half_sizes = {0.1, 0.08, 0.05};
    a.contact.margin = b.contact.margin = 0.01;
    physics::robot r{.name = "couple"};
    r.bodies = {{.name = "a", .joints = {{.name = "a_root", .type = physics::joint_type::free}}, .geoms = {a}},
                {.name = "b", .joints = {{.name = "b_root", .type = physics::joint_type::free}}, .geoms = {b}}};
    r.floor.contype = r.floor.conaffinity = 0;
    bool const boxed = second == physics::geom_type::box;
    ls::vec3<double> const farthest = boxed ? b.half_sizes : ls::vec3<double>{0, 0, 1};
    return {physics::compile(r), (1 / std::sqrt(dot(farthest, farthest))) * farthest};
}

}  // namespace

TEST_CASE("links that touch move as in MuJoCo: one tree and two, spheres and capsules, with friction and without") {
    CHECK(check_golden(physics::juggler_model, "juggler_steps.csv") > 50);
}

TEST_CASE("capsules side by side touch twice, and those that cross are pushed apart across both") {
    CHECK(check_golden(physics::rods_model, "rods_steps.csv") > 20);
}

TEST_CASE("balls touch boxes as in MuJoCo, on a face, an edge, a corner and inside") {
    CHECK(check_golden(physics::crates_model, "crates_steps.csv") > 20);
}

TEST_CASE("spheres about one point are pushed apart across their axes") {
    physics::model const& m = physics::shells_model;
    std::vector<double> const qpos(m.qpos_size(), 0.0);
    auto const k = physics::forward_kinematics<double>(m, qpos);
    physics::pair_contacts<double> const contacts(m, k, m.pairs[0]);
    REQUIRE(contacts.count() == 3);
    for (double row = 0; row < 3; ++row) {
        auto const c = contacts.at(row);
        CHECK(dot(c.where.normal, c.where.normal) == doctest::Approx(1));
        for (double const shape : {c.first, c.second}) {
            auto const& s = m.shapes[static_cast<std::size_t>(shape)];
            CHECK(dot(c.where.normal, k.orientation[s.body] * s.axis) == doctest::Approx(0));
        }
    }
}

TEST_CASE("every lane has contacts of its own") {
    using R = ls::lanes<4>;
    physics::model const& m = physics::juggler_model;
    auto const states = support::read_csv("physics/juggler_steps.csv");
    std::vector<R> qpos(m.qpos_size());
    for (std::size_t first = 0; first + 4 <= states.size(); first += 4) {
        for (std::size_t i = 0; i < qpos.size(); ++i) {
            for (std::size_t lane = 0; lane < 4; ++lane) {
                qpos[i].set(lane, static_cast<float>(states[first + lane][i]));
            }
        }
        auto const together = physics::forward_kinematics<R>(m, qpos);
        for (physics::model::pair const& kind : m.pairs) {
            physics::pair_contacts<R> const contacts(m, together, kind);
            for (std::size_t lane = 0; lane < 4; ++lane) {
                std::vector<R> alone(qpos.size());
                std::transform(qpos.begin(), qpos.end(), alone.begin(), [&](R const& x) { return R(x[lane]); });
                auto const pose = physics::forward_kinematics<R>(m, alone);
                physics::pair_contacts<R> const own(m, pose, kind);
                CHECK(contacts.count()[lane] == own.count()[lane]);
                for (float row = 0; row < own.count()[lane]; row += 1) {
                    CHECK(contacts.at(R(row)).where.distance[lane] == own.at(R(row)).where.distance[lane]);
                    CHECK(contacts.at(R(row)).first[lane] == own.at(R(row)).first[lane]);
                }
            }
        }
    }
}

TEST_CASE("shapes as far apart as they reach touch as in double, except rounding, whatever the other lanes do") {
    using enum physics::geom_type;
    using R = ls::lanes<4>;
    std::mt19937 engine(1);
    std::normal_distribution<double> draw;
    for (auto const& [first, second] : {std::pair{sphere, sphere}, {sphere, capsule}, {capsule, capsule}, {sphere, box}}) {
        auto const [couple, farthest] = couple_of(first, second);
        physics::model const& m = couple;  // clang's lambdas do not capture structured bindings
        REQUIRE(m.pairs.size() == 1);
        double const reach = m.pairs[0].reach;
        int touching = 0;
        for (int n = 0; n < 5000; ++n) {
            auto const turn = ls::normalized(ls::quaternion<double>{draw(engine), draw(engine), draw(engine), draw(engine)});
            ls::vec3<double> const at{draw(engine), draw(engine), draw(engine)}, apart = ls::rotation(turn) * farthest;
            double const distance = reach * (1 + 2e-7 * draw(engine));
            auto const pose = [&](double between) {
                return std::vector<double>{at.x, at.y, at.z, turn.w, turn.x, turn.y, turn.z,
                                           at.x + between * apart.x, at.y + between * apart.y, at.z + between * apart.z,
                                           turn.w, turn.x, turn.y, turn.z};
            };
            std::vector<double> const near = pose(0.5 * reach), far = pose(distance);
            std::vector<float> const single(far.begin(), far.end());
            std::vector<R> alone(far.size()), together(far.size());
            for (std::size_t i = 0; i < far.size(); ++i) {
                alone[i] = together[i] = R(single[i]);
                together[i].set(3, static_cast<float>(near[i]));
            }
            auto const count = [&]<class N>(std::vector<N> const& qpos) {
                auto const k = physics::forward_kinematics<N>(m, std::span<N const>(qpos));
                return physics::pair_contacts<N>(m, k, m.pairs[0]).count();
            };
            R const beside = count(together);
            CHECK(beside[0] == count(alone)[0]);
            CHECK(beside[3] > 0);
            touching += beside[0] > 0;
            double const rounding = 2e-6, least = count(pose(distance + rounding)), most = count(pose(distance - rounding));
            for (float const touches : {beside[0], count(single)}) {
                CHECK(least <= touches);
                CHECK(touches <= most);
            }
        }
        CHECK(touching > 1000);
        CHECK(touching < 4000);
    }
}
