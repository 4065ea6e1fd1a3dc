// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/recorded/hopper.hpp>
#include <lockstep/physics/robots/hopper.hpp>
#include <tests/envs/recorded/substep_program.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

support::substep_program const hopper{physics::hopper_model, "hopper", false};

}  // namespace

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_constants)) {
    hopper.check_committed_text();
}

TEST_CASE("the recorded program is the dynamics that it was recorded from") {
    ls::program const program = hopper.record();
    for (char const* file : {"physics/hopper_free_fall.csv", "physics/hopper_contact.csv"}) {
        support::check_recorded(physics::hopper_model, program, file);
    }
}

TEST_CASE_TEMPLATE("the printed program agrees with the dynamics in double", R, float, ls::lanes<4>, ls::lanes<8>,
                   ls::lanes<16>) {
    auto const errors =
        support::errors_of_printed<R>(physics::hopper_model, "physics/hopper_contact.csv", hopper.rows(),
                                      [](auto rows) { ls::envs::recorded::hopper_substep(ls::text::rows(rows)); });
    CHECK(errors[errors.size() / 2] < 1e-5);
    CHECK(errors.back() < 1e-4);
}
