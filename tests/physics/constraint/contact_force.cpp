// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include <lockstep/physics/constraint/contact_force.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <tests/physics/touching_robots.hpp>
#include <tests/support/csv.hpp>

namespace physics = lockstep::physics;

namespace {

physics::model const& m = physics::ant_model;
constexpr std::size_t q = 15, v = 14, u = 8;

double mass() {
    double sum = 0;
    for (physics::model::body const& b : m.bodies) {
        sum += b.mass;
    }
    return sum;
}

}  // namespace

TEST_CASE("a robot at rest is carried by the ground, without torque") {
    std::vector<double> qpos(m.initial_qpos.begin(), m.initial_qpos.end()), qvel(v, 0.0), active(m.words, 0.0);
    std::vector<double> const ctrl(u, 0.0);
    for (int n = 0; n < 2999; ++n) {
        physics::substep<double>(m, qpos, qvel, ctrl, active);
    }
    physics::contact_forces<double> forces(m);
    physics::substep<double>(m, qpos, qvel, ctrl, active, std::ref(forces));
    REQUIRE(std::abs(qvel[2]) < 1e-6);
    lockstep::spatial<double> sum = lockstep::zero_spatial<double>();
    for (std::size_t part = 0; part < m.robot_bodies.size(); ++part) {
        sum = sum + forces.sums()[part];
    }
    CHECK(sum.linear.z == doctest::Approx(9.81 * mass()).epsilon(1e-6));
    for (double const x : {sum.linear.x, sum.linear.y, sum.angular.x, sum.angular.y, sum.angular.z}) {
        CHECK(std::abs(x) < 1e-5);
    }
}

TEST_CASE("only parts that touch feel a force, and it pushes up") {
    std::size_t touched = 0;
    for (auto const& row : support::read_csv("physics/ant_contact.csv")) {
        std::vector<double> numbers(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(q + v + u)), active(m.words, 0.0);
        std::span<double> const all(numbers);
        physics::contact_forces<double> sum(m);
        auto const last = physics::substep<double>(m, all.first(q), all.subspan(q, v), all.subspan(q + v), active, std::ref(sum));
        auto const forces = sum.sums();
        auto const pose = physics::forward_kinematics<double>(m, std::span<double const>(last.qpos).first(q));
        std::vector<bool> near(m.robot_bodies.size(), false);
        for (physics::model::point const& p : m.points) {
            near[p.robot_body] = near[p.robot_body] || physics::distance_to_ground(p, pose) < p.contact.margin;
        }
        for (std::size_t part = 0; part < m.robot_bodies.size(); ++part) {
            double const up = forces[part].linear.z;
            CHECK(up >= 0);
            CHECK((near[part] || up == 0));
            touched += up > 0;
        }
    }
    CHECK(touched > 100);
}

TEST_CASE("over one stretch of numbers the forces follow the last evaluation") {
    std::size_t const evaluated = physics::evaluated_substep_size(m);
    REQUIRE(evaluated == physics::substep_size(m) + q + 2 * v);
    auto const row = support::read_csv("physics/ant_contact.csv")[0];
    std::vector<double> together(row.begin(), row.begin() + q + v);
    together.insert(together.end(), m.words, 0.0);
    together.insert(together.end(), row.begin() + q + v, row.begin() + q + v + u);
    together.resize(physics::contact_force_size(m));
    std::vector<double> apart(together.begin(), together.begin() + static_cast<std::ptrdiff_t>(physics::substep_size(m)));

    physics::substep_with_forces<double>(m, together);
    physics::contact_forces<double> sum(m);
    auto const last = physics::substep<double>(m, std::span(apart), std::ref(sum));
    auto const forces = sum.sums();
    for (std::size_t i = 0; i < apart.size(); ++i) {
        CHECK(together[i] == apart[i]);
    }
    for (std::size_t i = 0; i < v; ++i) {
        CHECK(together[apart.size() + i] == last.qpos[i]);
        CHECK(together[apart.size() + q + i] == last.qvel[i]);
        CHECK(together[apart.size() + q + v + i] == last.qacc[i]);
    }
    for (std::size_t part = 0; part < m.robot_bodies.size(); ++part) {
        CHECK(together[evaluated + 6 * part + 2] == forces[part].angular.z);
        CHECK(together[evaluated + 6 * part + 5] == forces[part].linear.z);
    }
}

TEST_CASE("links of two trees that touch push each other with the same force, along the same line") {
    physics::model const& trees = physics::juggler_model;
    std::size_t const positions = trees.qpos_size(), speeds = trees.qvel_size();
    std::size_t touched = 0;
    for (auto row : support::read_csv("physics/juggler_steps.csv")) {
        row[2] += 10;  // where no ground is
        std::span<double const> const state(row);
        std::vector<double> active(trees.words, 0.0);
        physics::contact_forces<double> both(trees);
        auto const forward =
            physics::forward<double>(trees, state.first(positions), state.subspan(positions, speeds),
                                     state.subspan(positions + speeds, trees.ctrl_size()), active, std::ref(both));
        auto const forces = both.sums();
        lockstep::spatial<double> sum = lockstep::zero_spatial<double>();
        double size = 0;
        for (std::size_t part = 0; part < trees.robot_bodies.size(); ++part) {
            std::size_t const root = physics::root_of(trees, trees.robot_bodies[part].body);
            auto const center = forward.pose.origin[root] + physics::center_of_mass(trees, forward.pose, root);
            auto const& [torque, push] = forces[part];
            sum = sum + lockstep::spatial<double>{torque + cross(center, push), push};
            size += dot(push, push);
        }
        touched += size > 0;
        CHECK(dot(sum.linear, sum.linear) <= 1e-20 * size);
        CHECK(dot(sum.angular, sum.angular) <= 1e-18 * size);
    }
    CHECK(touched > 50);
}

TEST_CASE("contacts that found no room exert no force") {
    physics::model const& crowd = physics::drum_model;
    std::vector<double> qpos(crowd.qpos_size(), 0.0), active(crowd.words, 0.0);
    std::vector<double> const qvel(crowd.qvel_size(), 0.0);
    physics::contact_forces<double> sum(crowd);
    auto const qacc = physics::forward<double>(crowd, qpos, qvel, std::span<double const>(), active, std::ref(sum)).qacc;
    REQUIRE(active[crowd.dropped_contacts_word] == 6);
    auto const forces = sum.sums();
    for (std::size_t part = 0; part < crowd.robot_bodies.size(); ++part) {
        CHECK(forces[part].linear.x == doctest::Approx(crowd.robot_bodies[part].mass * qacc[part]));
        CHECK((forces[part].linear.x != 0) == (part <= 6));
    }
}

TEST_CASE("stages that run one by one leave the forces of the whole substep") {
    std::size_t const ctrl = q + v + m.words, forces = 6 * m.robot_bodies.size();
    std::size_t touching = 0;
    for (auto const& state : support::read_csv("physics/ant_contact.csv")) {
        std::vector<double> rows(physics::stage_size_with_forces(m)), whole(physics::contact_force_size(m));
        for (std::vector<double>* numbers : {&rows, &whole}) {
            std::copy_n(state.begin(), q + v, numbers->begin());
            std::copy_n(state.begin() + q + v, u, numbers->begin() + static_cast<std::ptrdiff_t>(ctrl));
        }
        auto const found = std::span(rows).last(forces);
        auto const expected = std::span(whole).subspan(physics::evaluated_substep_size(m), forces);
        auto const is_untouched = [&] { return std::all_of(found.begin(), found.end(), [](double x) { return x == 0; }); };
        physics::substep_with_forces<double>(m, whole);
        for (int stage = 0; stage < 4; ++stage) {
            CHECK(is_untouched());
            physics::stage_with_forces<double>(m, rows);
        }
        CHECK(std::equal(expected.begin(), expected.end(), found.begin()));
        touching += is_untouched() ? 0 : 1;
    }
    CHECK(touching > 50);
}
