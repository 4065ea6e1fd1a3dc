// SPDX-License-Identifier: MIT
// A recorded substep against the dynamics that it was recorded from, in golden states (qpos, qvel, ctrl, ...) of a file.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/word.hpp>
#include <lockstep/physics/constraint/contact_force.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/adjoint.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/lanes_header.hpp>
#include <lockstep/program/record.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/relative_error.hpp>

namespace support {

namespace physics = lockstep::physics;

inline lockstep::program record_substep(physics::model const& m) {
    return lockstep::record(physics::substep_size(m),
                            [&](std::span<lockstep::recorded> rows) { physics::substep<lockstep::recorded>(m, rows); });
}

/// The header with the backward pass of a substep at its solution (envs/gradient/substep.hpp).
inline std::string print_gradient_of_substep(std::string const& robot, physics::model const& m) {
    auto const substep = [&](std::span<lockstep::recorded> rows) { physics::substep<lockstep::recorded>(m, rows); };
    lockstep::program const at_solution = lockstep::record(physics::substep_size(m), substep, {.at_solution = true});
    return lockstep::print_lanes_header({{robot + "_substep_gradient", lockstep::adjoint(at_solution)}},
                                        "lockstep::envs::recorded",
                                        "physics/robots/" + robot + ".hpp by physics::substep and its adjoint");
}

/// The same for the method of Runge and Kutta: a stage and the end of a step, forward and backward.
inline std::string print_gradient_of_stages(std::string const& robot, physics::model const& m) {
    using lockstep::recorded;
    auto const stage = [&](std::span<recorded> rows) { physics::stage_with_forces<recorded>(m, rows); };
    auto const end = [&](std::span<recorded> rows) {
        physics::with_stage(m, rows.first(physics::stage_size(m)), [&](auto qpos, auto qvel, auto, auto, auto& stages) {
            physics::end_stages<recorded>(m, qpos, qvel, stages);
        });
    };
    std::size_t const rows = physics::stage_size_with_forces(m);
    lockstep::program const ends = lockstep::record(rows, end);
    return lockstep::print_lanes_header(
        {{robot + "_stage", lockstep::record(rows, stage)},
         {robot + "_stage_backward", lockstep::adjoint(lockstep::record(rows, stage, {.at_solution = true}))},
         {robot + "_end", ends},
         {robot + "_end_backward", lockstep::adjoint(ends)}},
        "lockstep::envs::recorded",
        "physics/robots/" + robot + ".hpp by physics::stage_with_forces, physics::end_stages and their adjoints");
}

/// qpos, qvel, active set, controls of a golden state.
template <class R>
std::vector<R> substep_rows_of(physics::model const& m, std::vector<double> const& state) {
    auto const moving = state.begin() + static_cast<std::ptrdiff_t>(m.qpos_size() + m.qvel_size());
    std::vector<R> rows;
    std::transform(state.begin(), moving, std::back_inserter(rows), [](double x) { return R(x); });
    rows.insert(rows.end(), m.words, lockstep::empty_word<R>());
    std::transform(moving, moving + static_cast<std::ptrdiff_t>(m.ctrl_size()), std::back_inserter(rows),
                   [](double x) { return R(x); });
    return rows;
}

/// The program, interpreted in double, moves every tenth state as the dynamics do, to the accuracy of its mathematics.
inline void check_recorded(physics::model const& m, lockstep::program const& program, std::string const& file) {
    auto const states = read_csv(file);
    std::size_t const q = m.qpos_size(), v = m.qvel_size();
    for (std::size_t n = 0; n < states.size(); n += 10) {
        auto direct = substep_rows_of<double>(m, states[n]), interpreted = direct;
        interpreted.resize(static_cast<std::size_t>(program.rows));
        physics::substep<double>(m, std::span(direct));
        lockstep::interpret<double>(program, interpreted);
        CHECK(relative_error(std::span(interpreted).first(q), std::span(direct).first(q)) < 1e-6);
        CHECK(relative_error(std::span(interpreted).subspan(q, v), std::span(direct).subspan(q, v)) < 1e-5);
        CHECK(std::equal(direct.begin() + static_cast<std::ptrdiff_t>(q + v), direct.end(),
                         interpreted.begin() + static_cast<std::ptrdiff_t>(q + v)));
    }
}

/// Relative errors of qvel after substep(rows), rows being `count` numbers R, in ascending order.
template <class R, class Substep>
std::vector<double> errors_of_printed(physics::model const& m, std::string const& file, std::size_t count, Substep&& substep) {
    std::size_t const q = m.qpos_size(), v = m.qvel_size();
    std::vector<double> errors;
    for (auto const& state : read_csv(file)) {
        auto exact = substep_rows_of<double>(m, state);
        auto rows = substep_rows_of<R>(m, state);
        rows.resize(count, R(0));
        physics::substep<double>(m, std::span(exact));
        substep(std::span<R>(rows));
        std::vector<double> qvel;
        for (std::size_t i = 0; i < v; ++i) {
            qvel.push_back(static_cast<double>(lockstep::lane(rows[q + i], 0)));
        }
        errors.push_back(relative_error(qvel, std::span(exact).subspan(q, v)));
    }
    std::sort(errors.begin(), errors.end());
    return errors;
}

}  // namespace support
