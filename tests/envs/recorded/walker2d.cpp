// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/recorded/walker2d.hpp>
#include <lockstep/physics/robots/walker2d.hpp>
#include <lockstep/program/lanes_header.hpp>
#include <tests/support/generated.hpp>
#include <tests/support/recorded_substep.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_constants)) {
    support::check_generated(std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/walker2d.hpp",
                             ls::print_lanes_header({{"walker2d_substep", support::record_substep(physics::walker2d_model)}},
                                                    "lockstep::envs::recorded",
                                                    "physics/robots/walker2d.hpp by physics::substep"));
}

TEST_CASE("the recorded program is the dynamics that it was recorded from") {
    ls::program const program = support::record_substep(physics::walker2d_model);
    for (char const* file : {"physics/walker2d_free_fall.csv", "physics/walker2d_contact.csv"}) {
        support::check_recorded(physics::walker2d_model, program, file);
    }
}

TEST_CASE_TEMPLATE("the printed program agrees with the dynamics in double", R, float, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    physics::model const& m = physics::walker2d_model;
    auto const errors = support::errors_of_printed<R>(m, "physics/walker2d_contact.csv", physics::substep_size(m), [](auto rows) {
        ls::envs::recorded::walker2d_substep(ls::text::rows(rows));
    });
    CHECK(errors[errors.size() / 2] < 1e-5);
    CHECK(errors.back() < 1e-3);
}
