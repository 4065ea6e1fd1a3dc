// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/recorded/ant.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/program/lanes_header.hpp>
#include <tests/envs/recorded/derived.hpp>
#include <tests/support/generated.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

physics::model const& m = physics::ant_model;

}  // namespace

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_constants)) {
    support::check_generated(std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/ant.hpp",
                             ls::print_lanes_header({{"ant_substep", support::record_substep_with_forces(m), {.region = 9'000}}},
                                                    "lockstep::envs::recorded",
                                                    "physics/robots/ant.hpp by physics::substep_with_forces"));
}

TEST_CASE("the recorded program is the dynamics that it was recorded from") {
    ls::program const program = support::record_substep_with_forces(m);
    for (char const* file : {"physics/ant_free_fall.csv", "physics/ant_contact.csv"}) {
        support::check_recorded(m, program, file);
    }
}

TEST_CASE_TEMPLATE("the printed program agrees with the dynamics in double", R, float, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    auto const errors = support::errors_of_printed<R>(m, "physics/ant_contact.csv", physics::contact_force_size(m),
                                                      [](auto rows) { ls::envs::recorded::ant_substep(ls::text::rows(rows)); });
    CHECK(errors[errors.size() / 2] < 1e-5);
    CHECK(errors.back() < 1e-4);
}

TEST_CASE_TEMPLATE("the printed forces of the ground are those in double", R, float, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    support::check_printed_forces<R>(m, "physics/ant_contact.csv",
                                     [](auto* rows) { ls::envs::recorded::ant_substep(rows); });
}

TEST_CASE_TEMPLATE("neighbours change no bit of a lane", R, ls::lanes<4>, ls::lanes<8>, ls::lanes<16>) {
    support::check_lanes_alone<R>(m, "physics/ant_contact.csv", [](auto* rows) { ls::envs::recorded::ant_substep(rows); });
}
