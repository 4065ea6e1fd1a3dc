// SPDX-License-Identifier: MIT
// What the tests of the humanoids' recorded programs have in common.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include <lockstep/program/lanes_header.hpp>
#include <tests/envs/recorded/derived.hpp>
#include <tests/support/generated.hpp>

namespace support {

/// Robot: as in envs/family/humanoid_body.hpp.
template <class Robot>
struct humanoid_programs {
    static constexpr physics::model const& m = Robot::model;
    std::string name;

    std::string states() const { return "physics/" + name + "_contact.csv"; }

    void check_committed_text() const {
        check_generated(std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/" + name + ".hpp",
                        lockstep::print_lanes_header({{name + "_substep", record_substep_with_forces(m)},
                                                      {name + "_centroidal", record_centroidal(m)}},
                                                     "lockstep::envs::recorded",
                                                     "physics/robots/" + name +
                                                         ".hpp by physics::substep_with_forces and physics::centroidal"));
    }

    void check_recording() const {
        lockstep::program const program = record_substep_with_forces(m);
        check_recorded(m, program, "physics/" + name + "_free_fall.csv");
        check_recorded(m, program, states());
    }

    void check_lanes_alone() const { support::check_lanes_alone<lockstep::native_lanes>(m, states(), Robot::substep); }

    template <class R>
    void check_printed() const {
        auto const errors = errors_of_printed<R>(m, states(), physics::contact_force_size(m),
                                                 [](auto rows) { Robot::substep(lockstep::text::rows(rows)); });
        CHECK(errors[errors.size() / 2] < 1e-5);
        CHECK(errors.back() < 1e-4);
        check_printed_forces<R>(m, states(), Robot::substep);
        check_printed_centroidal<R>(m, states(), Robot::centroidal);
    }
};

}  // namespace support
