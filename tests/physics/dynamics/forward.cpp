// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/dynamics/forward.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/robots/hopper.hpp>
#include <lockstep/physics/robots/humanoid.hpp>
#include <lockstep/physics/robots/humanoid_standup.hpp>
#include <lockstep/physics/robots/walker2d.hpp>
#include <tests/physics/robots.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

// The largest relative error of qacc over the rows (qpos, qvel, ctrl, qacc, ...) of a file.
template <class R>
double worst_error(physics::model const& m, std::string const& file, std::size_t states) {
    auto const rows = support::read_csv("physics/" + std::string(file));
    REQUIRE(rows.size() == states);
    double worst = 0;
    for (auto const& row : rows) {
        std::vector<R> const numbers(row.begin(), row.end());
        std::span<R const> const all(numbers);
        std::size_t const q = m.qpos_size(), v = m.qvel_size(), u = m.ctrl_size();
        std::vector<R> active(m.words, R(0));
        auto const result = physics::forward<R>(m, all.first(q), all.subspan(q, v), all.subspan(q + v, u), active);
        std::vector<double> const qacc(result.qacc.begin(), result.qacc.begin() + static_cast<std::ptrdiff_t>(v));
        worst = std::max(worst, support::relative_error(qacc, std::span(row).subspan(q + v + u, v)));
    }
    return worst;
}

}  // namespace

TEST_CASE("accelerations in free fall are MuJoCo's") {
    CHECK(worst_error<double>(physics::half_cheetah_model, "half_cheetah_free_fall.csv", 500) < 1e-12);
    CHECK(worst_error<float>(physics::half_cheetah_model, "half_cheetah_free_fall.csv", 500) < 1e-5);
    CHECK(worst_error<double>(physics::ball_pendulum_model, "ball_pendulum_steps.csv", 100) < 1e-12);
    CHECK(worst_error<double>(physics::walker2d_model, "walker2d_free_fall.csv", 100) < 1e-12);
    CHECK(worst_error<double>(physics::ant_model, "ant_free_fall.csv", 100) < 1e-12);
    CHECK(worst_error<double>(physics::hopper_model, "hopper_free_fall.csv", 100) < 1e-12);
    CHECK(worst_error<double>(physics::humanoid_model, "humanoid_free_fall.csv", 40) < 1e-12);
    CHECK(worst_error<double>(physics::humanoid_standup_model, "humanoid_standup_free_fall.csv", 40) < 1e-12);
}

TEST_CASE("accelerations with contacts and limits are MuJoCo's") {
    CHECK(worst_error<double>(physics::half_cheetah_model, "half_cheetah_contact.csv", 500) < 1e-9);
    CHECK(worst_error<float>(physics::half_cheetah_model, "half_cheetah_contact.csv", 500) < 1e-2);
    CHECK(worst_error<double>(physics::tripod_model, "tripod_steps.csv", 100) < 1e-9);
    CHECK(worst_error<double>(physics::walker2d_model, "walker2d_contact.csv", 100) < 1e-9);
    CHECK(worst_error<double>(physics::ant_model, "ant_contact.csv", 100) < 1e-9);
    CHECK(worst_error<double>(physics::humanoid_model, "humanoid_contact.csv", 40) < 1e-9);
    CHECK(worst_error<double>(physics::humanoid_standup_model, "humanoid_standup_contact.csv", 40) < 1e-9);
}

TEST_CASE("the warm start changes the way, not the result") {
    physics::model const& m = physics::half_cheetah_model;
    auto const rows = support::read_csv("physics/half_cheetah_contact.csv");
    std::vector<double> warm(m.words, 0.0);
    double worst = 0;
    for (auto const& row : rows) {  // the active set of one state is a poor guess for the next
        std::span<double const> const all(row);
        std::vector<double> cold(m.words, 0.0);
        auto const a = physics::forward<double>(m, all.first(9), all.subspan(9, 9), all.subspan(18, 6), warm);
        auto const b = physics::forward<double>(m, all.first(9), all.subspan(9, 9), all.subspan(18, 6), cold);
        CHECK(warm == cold);
        worst = std::max(worst, support::relative_error(std::span(a.qacc).first(9), std::span(b.qacc).first(9)));
    }
    CHECK(worst == 0);
}

TEST_CASE("the solver always ends at an active set that is its own solution") {
    auto const unsettled = [](physics::model const& m, std::string const& file) {
        std::size_t count = 0;
        for (auto const& row : support::read_csv("physics/" + file)) {
            std::span<double const> const all(row);
            std::size_t const q = m.qpos_size(), v = m.qvel_size(), u = m.ctrl_size();
            std::vector<double> active(m.words, 0.0);
            auto const evaluate = [&] {
                return physics::forward<double>(m, all.first(q), all.subspan(q, v), all.subspan(q + v, u), active).qacc;
            };
            auto const first = evaluate();
            count += evaluate() != first;  // a solver out of passes would go on here
        }
        return count;
    };
    CHECK(unsettled(physics::half_cheetah_model, "half_cheetah_contact.csv") == 0);
    CHECK(unsettled(physics::tripod_model, "tripod_steps.csv") == 0);
}

TEST_CASE("a lane's result does not depend on its neighbours") {
    using R = ls::lanes<4>;
    physics::model const& m = physics::half_cheetah_model;
    auto const rows = support::read_csv("physics/half_cheetah_contact.csv");
    for (std::size_t first = 0; first + 4 <= 64; first += 4) {
        std::vector<R> together(24);
        for (std::size_t lane = 0; lane < 4; ++lane) {
            for (std::size_t i = 0; i < 24; ++i) {
                together[i].set(lane, static_cast<float>(rows[first + lane][i]));
            }
        }
        auto const accelerations = [&](std::vector<R> const& numbers) {
            std::vector<R> active(m.words, ls::empty_word<R>());
            std::span<R const> const all(numbers);
            return physics::forward<R>(m, all.first(9), all.subspan(9, 9), all.subspan(18, 6), active).qacc;
        };
        auto const mixed = accelerations(together);
        for (std::size_t lane = 0; lane < 4; ++lane) {
            std::vector<R> alone(24);
            for (std::size_t i = 0; i < 24; ++i) {
                alone[i] = R(together[i][lane]);
            }
            auto const same = accelerations(alone);
            for (std::size_t i = 0; i < 9; ++i) {
                CHECK(mixed[i][lane] == same[i][lane]);
            }
        }
    }
}
