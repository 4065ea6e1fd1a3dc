// SPDX-License-Identifier: MIT
// What the tests of recorded substeps have in common.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/physics/substep.hpp>
#include <lockstep/program/interpreter.hpp>
#include <lockstep/program/lanes_header.hpp>
#include <lockstep/program/record.hpp>
#include <lockstep/program/text.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/generated.hpp>
#include <tests/support/relative_error.hpp>

namespace support {

namespace physics = lockstep::physics;

template <class R>
void substep(physics::model const& m, bool evaluated, std::span<R> rows) {
    if (evaluated) {
        physics::evaluated_substep<R>(m, rows);
    } else {
        physics::substep<R>(m, rows);
    }
}

inline lockstep::program record_substep(physics::model const& m, bool evaluated) {
    return lockstep::record(evaluated ? physics::evaluated_substep_rows(m) : physics::substep_rows(m),
                            [&](std::span<lockstep::recorded> rows) { substep(m, evaluated, rows); });
}

/// `evaluated`: whether the program is that of an evaluated_substep.
inline void check_recorded_substep(physics::model const& m, std::string const& name, bool evaluated) {
    check_generated(std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/" + name + ".hpp",
                    lockstep::print_lanes_header({{name + "_substep", record_substep(m, evaluated)}}, "lockstep::envs::recorded",
                                                 "physics/robots/" + name +
                                                     ".hpp by physics::" + (evaluated ? "evaluated_substep" : "substep")));
}

/// The rows of a state of tests/data/physics/NAME_steps.csv: qpos, qvel, active set, controls, the last evaluation.
template <class R>
std::vector<R> substep_rows_of(physics::model const& m, bool evaluated, std::vector<double> const& state) {
    std::size_t const velocities_end = m.qpos_size() + m.qvel_size();
    std::vector<R> rows(evaluated ? physics::evaluated_substep_rows(m) : physics::substep_rows(m), R(0));
    for (std::size_t i = 0; i < velocities_end + m.ctrl_size(); ++i) {
        rows[i < velocities_end ? i : i + m.words] = R(state[i]);
    }
    return rows;
}

/// Whether interpreted in double, and printed for floats and lanes, the program does what the dynamics do in double. The
/// numbers are compared in units of the largest position, velocity or acceleration.
template <class Printed>
void check_substep_program(physics::model const& m, std::string const& name, bool evaluated, Printed const& printed) {
    lockstep::program const program = record_substep(m, evaluated);
    std::size_t const q = m.qpos_size(), v = m.qvel_size(), last = physics::substep_rows(m);
    auto const compare = [&](std::vector<double> const& actual, std::vector<double> const& expected, double bound) {
        std::span<double const> const ours(actual), theirs(expected);
        CHECK(relative_error(ours.first(q), theirs.first(q)) < bound);
        CHECK(relative_error(ours.subspan(q, v), theirs.subspan(q, v)) < bound);
        if (evaluated) {
            CHECK(relative_error(ours.subspan(last, q), theirs.subspan(last, q)) < bound);
            CHECK(relative_error(ours.subspan(last + q, v), theirs.subspan(last + q, v)) < bound);
            CHECK(relative_error(ours.subspan(last + q + v, v), theirs.subspan(last + q + v, v)) < bound);
        }
    };
    auto const in_lanes = [&]<class R>(R, std::vector<double> const& state) {
        std::vector<R> rows = substep_rows_of<R>(m, evaluated, state);
        printed(lockstep::text::rows(std::span<R>(rows)));
        std::vector<double> result;
        for (R const& row : rows) {
            result.push_back(static_cast<double>(lockstep::lane(row, lockstep::width_of<R> - 1)));
        }
        return result;
    };
    for (auto const& state : read_csv("physics/" + name + "_steps.csv")) {
        auto exact = substep_rows_of<double>(m, evaluated, state), interpreted = exact;
        substep(m, evaluated, std::span(exact));
        lockstep::interpret<double>(program, interpreted);
        compare(interpreted, exact, 1e-6);
        compare(in_lanes(float(), state), exact, 1e-4);
        compare(in_lanes(lockstep::lanes<4>(), state), exact, 1e-4);
        compare(in_lanes(lockstep::lanes<8>(), state), exact, 1e-4);
        compare(in_lanes(lockstep::lanes<16>(), state), exact, 1e-4);
    }
}

}  // namespace support
