// SPDX-License-Identifier: MIT
// What the tests of the recorded substeps of robots without contacts have in common.
#pragma once

#include <doctest/doctest.h>

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
#include <tests/support/recorded_substep.hpp>
#include <tests/support/relative_error.hpp>

namespace support {

/// A robot and the program of its substep, or of its evaluated_substep.
struct substep_program {
    physics::model const& model;
    std::string name;
    bool evaluated;

    std::size_t rows() const { return evaluated ? physics::evaluated_substep_size(model) : physics::substep_size(model); }

    template <class R>
    void run(std::span<R> numbers) const {
        if (evaluated) {
            physics::evaluated_substep<R>(model, numbers);
        } else {
            physics::substep<R>(model, numbers);
        }
    }

    lockstep::program record() const {
        return lockstep::record(rows(), [this](std::span<lockstep::recorded> numbers) { run(numbers); });
    }

    void check_committed_text() const {
        check_generated(std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/" + name + ".hpp",
                        lockstep::print_lanes_header({{name + "_substep", record()}}, "lockstep::envs::recorded",
                                                     "physics/robots/" + name +
                                                         ".hpp by physics::" + (evaluated ? "evaluated_substep" : "substep")));
    }

    /// Interpreted in double, and printed for floats and lanes, it does what the dynamics do in double, from the states of
    /// tests/data/physics/NAME_steps.csv; printed, to within `bound`.
    template <class Printed>
    void check_results(Printed const& printed, double bound = 1e-4) const {
        lockstep::program const program = record();
        auto const in_lanes = [&]<class R>(R, std::vector<double> const& state) {
            std::vector<R> numbers = substep_rows_of<R>(model, state);
            numbers.resize(rows(), R(0));
            printed(lockstep::text::rows(std::span<R>(numbers)));
            std::vector<double> result;
            for (R const& number : numbers) {
                result.push_back(static_cast<double>(lockstep::lane(number, lockstep::width_of<R> - 1)));
            }
            return result;
        };
        for (auto const& state : read_csv("physics/" + name + "_steps.csv")) {
            auto exact = substep_rows_of<double>(model, state);
            exact.resize(rows());
            auto interpreted = exact;
            run(std::span(exact));
            lockstep::interpret<double>(program, interpreted);
            compare(interpreted, exact, 1e-6);
            compare(in_lanes(float(), state), exact, bound);
            compare(in_lanes(lockstep::lanes<4>(), state), exact, bound);
            compare(in_lanes(lockstep::lanes<8>(), state), exact, bound);
            compare(in_lanes(lockstep::lanes<16>(), state), exact, bound);
        }
    }

private:
    // In units of the largest position, velocity or acceleration.
    void compare(std::vector<double> const& actual, std::vector<double> const& expected, double bound) const {
        std::size_t const q = model.qpos_size(), v = model.qvel_size(), last = physics::substep_size(model);
        auto const agree = [&](std::size_t first, std::size_t count) {
            CHECK(relative_error(std::span(actual).subspan(first, count), std::span(expected).subspan(first, count)) < bound);
        };
        agree(0, q);
        agree(q, v);
        if (evaluated) {
            agree(last, q);
            agree(last + q, v);
            agree(last + q + v, v);
        }
    }
};

}  // namespace support
