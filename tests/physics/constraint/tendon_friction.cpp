// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <span>
#include <vector>

#include <lockstep/physics/constraint/tendon_friction.hpp>
#include <tests/physics/dense.hpp>
#include <tests/physics/golden_steps.hpp>
#include <tests/physics/machines.hpp>
#include <tests/support/recorded_substep.hpp>

using namespace physics_test;

namespace {

physics::model const& m = physics::cords_model;

physics::tendon_friction<double> friction_at_rest() {
    physics::tendon_friction<double> result(m);
    result.add<physics::model>(m, std::array<double, 5>{});
    return result;
}

}  // namespace

TEST_CASE("cords with dry friction brake arms on the ground, in limits and with dry joints as MuJoCo's do") {
    support::check_golden_steps(m, "cords", 0, 60);
}

TEST_CASE("a recorded step with dry tendons is the step") {
    support::check_recorded(m, support::record_substep(m), "physics/cords_steps.csv");
}

TEST_CASE("a word has two bits of each dry tendon before those of others") {
    auto const friction = friction_at_rest();
    CHECK(physics::friction_bits(m) == 8);
    CHECK(physics::room_for_rows(m) == 16);
    double word = friction.with(0b10000110, 0b101);
    CHECK(word == 0b10110000110);
    CHECK(friction.take(word) == 0b10000110);
    CHECK(word == 0b101);
    physics::tendon_friction<double> const none(physics::gripper_model);
    CHECK(none.with(0, 0b101) == 0b101);
    CHECK(none.take(word) == 0);
    CHECK(word == 0b101);
}

TEST_CASE("the bits say on which side all of it is used up, and the slope is what it takes") {
    auto const friction = friction_at_rest();
    physics::per_dof<double> qacc{}, step{};
    step[0] = 1;
    physics::model::tendon const& rope = m.tendons[3];  // of dof 0
    double const weight = physics::friction_weight(rope.friction), most = rope.friction_loss / weight;
    CHECK(friction.active_at(qacc) == 0);
    for (double const share : {-1.1, -0.9, 0.5, 3.0}) {
        qacc[0] = share * most / 2;  // its coefficient is 2
        CHECK(friction.active_at(qacc) == (share < -1 ? 1 << 6 : share > 1 ? 2 << 6 : 0));
        CHECK(friction.slope(qacc, step) == doctest::Approx(2 * rope.friction_loss * std::fmin(std::fmax(share, -1), 1)));
    }
}

TEST_CASE("what it adds to a solution is its force there") {
    scene const s(m, support::read_csv("physics/cords_steps.csv")[0]);
    physics::tendon_friction<double> friction(m);
    friction.add<physics::model>(m, s.qvel);
    for (double const states : {0b00000000, 0b10010001, 0b00001000, 0b01000010}) {
        auto elimination = eliminated(s, {});
        enter(s, elimination, [&](auto& solution) { friction.add_to(states, solution); });
        auto const a = physics::substitute(m, s.pose, elimination);
        Eigen::VectorXd const qacc = Eigen::Map<Eigen::VectorXd const>(a.qacc.data(), s.dofs());
        Eigen::VectorXd force = s.mass_matrix() * qacc + s.bias();
        for (std::size_t t = 0; t < m.tendons.size(); ++t) {
            physics::model::tendon const& tendon = m.tendons[t];
            auto const side = static_cast<unsigned>(states) >> (2 * t) & 3u;
            double const residual = physics::tendon_velocity<double>(m, tendon, a.qacc) +
                                    tendon.friction.damping * physics::tendon_velocity<double>(m, tendon, s.qvel);
            double const own = side == 1   ? tendon.friction_loss
                               : side == 2 ? -tendon.friction_loss
                                           : -physics::friction_weight(tendon.friction) * residual;
            for (auto const& p : tendon.joints) {
                force[s.at(p.dof)] -= own * p.coefficient;
            }
        }
        CHECK(force.norm() < 1e-9 * s.bias().norm());
    }
}

TEST_CASE("a tendon whose coefficients are nought does nothing") {
    physics::robot slack = physics::read_mjcf(physics::cords_mjcf);
    for (physics::tendon& t : slack.tendons) {
        for (physics::tendon_joint& j : t.joints) {
            j.coefficient = 0;
        }
    }
    physics::robot without = slack;
    without.tendons = {};
    auto const state = support::read_csv("physics/cords_steps.csv")[0];
    auto const stepped = [&](physics::robot const& r) {
        physics::model const own = physics::compile(r);
        std::vector<double> numbers(state.begin(), state.begin() + 12), active(own.words, 0.0);
        std::span<double> const all(numbers);
        physics::substep<double>(own, all.first(5), all.subspan(5, 5), all.subspan(10, 2), active);
        return std::vector<double>(numbers.begin(), numbers.begin() + 10);
    };
    CHECK(support::relative_error(stepped(slack), stepped(without)) < 1e-12);
}

TEST_CASE("a cord over one hinge is dry friction of that hinge, beside elliptic cones between links too") {
    physics::robot without = physics::read_mjcf(physics::wrestlers_mjcf), joint = without, cord = without;
    for (physics::body& b : joint.bodies) {
        for (physics::joint& j : b.joints) {
            j.friction_loss = j.name == "elbow" ? 3 : 0;
        }
    }
    cord.tendons.push_back({.joints = {{.joint = "elbow", .coefficient = -2}}, .friction_loss = 1.5});
    auto const stepped = [](physics::robot const& r, std::vector<double> const& state) {
        physics::model const own = physics::compile(r);
        auto rows = support::substep_rows_of<double>(own, state);
        physics::substep<double>(own, std::span(rows));
        rows.resize(own.qpos_size() + own.qvel_size());
        return rows;
    };
    double most = 0;
    for (auto const& state : support::read_csv("physics/wrestlers_steps.csv")) {
        auto const expected = stepped(joint, state);
        CHECK(support::relative_error(stepped(cord, state), expected) < 1e-11);
        most = std::fmax(most, support::relative_error(stepped(without, state), expected));
    }
    CHECK(most > 1e-2);
}
