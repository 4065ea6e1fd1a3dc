// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/hopper.hpp>
#include <lockstep/physics/robots/walker2d.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/count.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/record.hpp>
#include <tests/physics/robots.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

// The largest error of qpos, and of qvel times the step, after one step of each state in the file.
template <class R>
double worst_error(physics::model const& m, std::string const& file) {
    auto const rows = support::read_csv("physics/" + std::string(file));
    REQUIRE(rows.size() == 100);
    std::size_t const q = m.qpos_size(), v = m.qvel_size(), u = m.ctrl_size(), after = q + 2 * v + u;
    double worst = 0;
    for (auto const& row : rows) {
        std::vector<R> numbers(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(q + v + u)), active(m.words, R(0));
        std::span<R> const all(numbers);
        physics::substep<R>(m, all.first(q), all.subspan(q, v), all.subspan(q + v), active);
        for (std::size_t i = 0; i < q; ++i) {
            worst = std::max(worst, std::abs(static_cast<double>(numbers[i]) - row[after + i]));
        }
        for (std::size_t i = 0; i < v; ++i) {
            worst = std::max(worst, m.timestep * std::abs(static_cast<double>(numbers[q + i]) - row[after + q + i]));
        }
    }
    return worst;
}

}  // namespace

TEST_CASE("a ball joint turns by MuJoCo 4's rule") {
    CHECK(worst_error<double>(physics::ball_pendulum_model, "ball_pendulum_steps.csv") < 1e-13);
    CHECK(worst_error<float>(physics::ball_pendulum_model, "ball_pendulum_steps.csv") < 1e-5);
}

TEST_CASE("a free body with contacts moves as MuJoCo 4's") {
    CHECK(worst_error<double>(physics::tripod_model, "tripod_steps.csv") < 1e-11);
    CHECK(worst_error<float>(physics::tripod_model, "tripod_steps.csv") < 1e-3);
}

TEST_CASE("a step of Gymnasium's robots is MuJoCo 4's") {
    CHECK(worst_error<double>(physics::walker2d_model, "walker2d_free_fall.csv") < 1e-13);
    CHECK(worst_error<double>(physics::walker2d_model, "walker2d_contact.csv") < 1e-11);
    CHECK(worst_error<double>(physics::ant_model, "ant_free_fall.csv") < 1e-13);
    CHECK(worst_error<double>(physics::ant_model, "ant_contact.csv") < 1e-11);
    CHECK(worst_error<double>(physics::hopper_model, "hopper_free_fall.csv") < 1e-13);
}

TEST_CASE("the rule of MuJoCo 3 is an option") {
    auto const rows = support::read_csv("envs/ant_episode_mujoco_3.csv");
    REQUIRE(rows.size() == 30);
    auto const worst = [&](physics::model const& m) {
        std::vector<double> qpos(m.initial_qpos.begin(), m.initial_qpos.end()), qvel(14, 0.0), active(m.words, 0.0);
        double error = 0;
        for (auto const& row : rows) {
            for (int k = 0; k < 5; ++k) {
                physics::substep<double>(m, qpos, qvel, std::span(row).first(8), active);
            }
            for (std::size_t i = 2; i < 15; ++i) {  // the observation leaves out x and y
                error = std::max(error, std::abs(qpos[i] - row[8 + i]));
            }
        }
        return error;
    };
    physics::model older = physics::ant_model;
    older.integrator = physics::integrator_type::runge_kutta_mujoco_3;
    CHECK(worst(older) < 1e-9);
    CHECK(worst(physics::ant_model) > 1e-3);
}

TEST_CASE("what turns by more than half a turn in a step does so by MuJoCo's rule") {
    // The states after a step of MuJoCo 4.0.1.
    auto const step = [](std::string const& joint, std::vector<double> qpos, std::vector<double> qvel) {
        std::string const text = "<mujoco><option integrator='RK4' timestep='0.01' gravity='0 0 0'/><worldbody><body>" + joint +
                                 "</body></worldbody></mujoco>";
        physics::model const m = physics::compile(physics::read_mjcf(text));
        std::vector<double> active(m.words, 0.0);
        physics::substep<double>(m, qpos, qvel, {}, active);
        qpos.insert(qpos.end(), qvel.begin(), qvel.end());
        return qpos;
    };
    CHECK(support::relative_error(
              step("<freejoint/><geom type='box' size='0.1 0.2 0.3'/>", {0, 0, 0, 1, 0, 0, 0}, {0, 0, 0, 130, 260, -195}),
              std::vector<double>{0.0, 0.0, 0.0, -0.13417344737228035, 0.19924937221439973, 0.951523277128308, -0.192095358547287,
                                  0.0, 0.0, 0.0, -21.170677283966825, 325.1659974259157, -115.1293267781794}) < 1e-13);
    CHECK(support::relative_error(
              step("<joint type='ball'/><geom type='box' size='0.1 0.2 0.3' pos='0.1 0 0'/>", {1, 0, 0, 0}, {150, -210, 270}),
              std::vector<double>{-0.2546160608759701, 0.15571137300258056, -0.805898149570048, 0.5113245567946331,
                                  -102.49287435226347, -234.71582479167404, 269.99999999999994}) < 1e-13);
}

TEST_CASE("the coefficient is continuous where its two forms meet") {
    CHECK(physics::munthe_kaas_coefficient(0.99e-4) == doctest::Approx(physics::munthe_kaas_coefficient(1.01e-4)).epsilon(1e-8));
    CHECK(physics::munthe_kaas_coefficient(0.0) == doctest::Approx(1.0 / 12));
    CHECK(physics::munthe_kaas_coefficient(1.0f) == doctest::Approx(1.0 / 12));
}

TEST_CASE("a recorded step has the text of one stage, in a loop, and is the same step") {
    physics::model const& m = physics::tripod_model;
    auto const program =
        ls::record(physics::substep_size(m), [&](std::span<ls::recorded> rows) { physics::substep<ls::recorded>(m, rows); });
    auto const stage = ls::record(physics::substep_size(m), [&](std::span<ls::recorded> rows) {
        auto const f =
            physics::forward<ls::recorded>(m, rows.first(m.qpos_size()), rows.subspan(m.qpos_size(), m.qvel_size()),
                                           rows.last(m.ctrl_size()), rows.subspan(m.qpos_size() + m.qvel_size(), m.words));
        for (std::size_t i = 0; i < m.qvel_size(); ++i) {
            rows[i] = f.qacc[i];
        }
    });
    CHECK(ls::count_operations(program).loops == 2);
    CHECK(ls::count_operations(program).total() < 2 * ls::count_operations(stage).total());

    for (auto const& row : support::read_csv("physics/tripod_steps.csv")) {
        std::vector<double> direct(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(m.qpos_size() + m.qvel_size()));
        direct.insert(direct.end(), m.words, 0.0);
        direct.insert(direct.end(), row.begin() + static_cast<std::ptrdiff_t>(m.qpos_size() + m.qvel_size()),
                      row.begin() + static_cast<std::ptrdiff_t>(m.qpos_size() + m.qvel_size() + m.ctrl_size()));
        std::vector<double> interpreted = direct;
        physics::substep<double>(m, std::span(direct));
        ls::interpret<double>(program, interpreted);
        for (std::size_t i = 0; i < m.qpos_size() + m.qvel_size(); ++i) {
            CHECK(interpreted[i] == doctest::Approx(direct[i]).epsilon(1e-4));
        }
    }
}

TEST_CASE("a step returns its last stage: a whole step ahead, by the velocity of the third") {
    physics::model const& m = physics::ball_pendulum_model;
    auto const rows = support::read_csv("physics/ball_pendulum_steps.csv");
    std::size_t const q = m.qpos_size(), v = m.qvel_size();
    std::vector<double> numbers(rows[0].begin(), rows[0].begin() + static_cast<std::ptrdiff_t>(q + v + 1)), active(m.words, 0.0);
    std::span<double> const all(numbers);
    auto const last = physics::substep<double>(m, all.first(q), all.subspan(q, v), all.subspan(q + v), active);
    auto const there =
        physics::forward<double>(m, std::span(last.qpos).first(q), std::span(last.qvel).first(v), all.subspan(q + v), active);
    for (std::size_t i = 0; i < v; ++i) {
        CHECK(last.qacc[i] == doctest::Approx(there.qacc[i]).epsilon(1e-12));
        CHECK(std::abs(last.qvel[i] - all[q + i]) < 1e-2 * m.timestep * std::abs(last.qacc[i]) + 1e-3);
    }
    for (std::size_t i = 0; i < q; ++i) {
        CHECK(last.qpos[i] != all[i]);
        CHECK(std::abs(last.qpos[i] - all[i]) < 1e-2);
    }
}

TEST_CASE("stages that run one by one over a stretch of numbers are a step") {
    physics::model const& m = physics::ant_model;
    std::size_t const q = m.qpos_size(), v = m.qvel_size(), own = physics::substep_size(m);
    for (auto const& state : support::read_csv("physics/ant_contact.csv")) {
        std::vector<double> rows(physics::stage_size(m)), whole(own);
        std::copy_n(state.begin(), q + v, rows.begin());
        std::copy_n(state.begin() + static_cast<std::ptrdiff_t>(q + v), m.ctrl_size(),
                    rows.begin() + static_cast<std::ptrdiff_t>(q + v + m.words));
        std::copy_n(rows.begin(), own, whole.begin());
        auto const last = physics::substep<double>(m, std::span(whole));
        for (int stage = 0; stage < 4; ++stage) {
            physics::with_stage(m, std::span(rows), [&](auto qpos, auto qvel, auto ctrl, auto active, auto& stages) {
                physics::evaluate_stage<double>(m, qpos, qvel, ctrl, active, stages);
            });
        }
        CHECK(rows[own] == 4);
        physics::with_stage(m, std::span(rows), [&](auto qpos, auto qvel, auto, auto, auto& stages) {
            physics::end_stages<double>(m, qpos, qvel, stages);
        });
        CHECK(std::equal(whole.begin(), whole.end(), rows.begin()));
        CHECK(std::equal(last.qpos.begin(), last.qpos.begin() + static_cast<std::ptrdiff_t>(q),
                         rows.begin() + static_cast<std::ptrdiff_t>(own + 1 + 3 * v)));
    }
}
