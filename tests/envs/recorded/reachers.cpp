// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/envs/recorded/reachers.hpp>
#include <lockstep/physics/robots/reachers.hpp>
#include <tests/envs/recorded/substep_program.hpp>

namespace {

support::substep_program const program{lockstep::physics::reachers_model, "reachers", false};

}  // namespace

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_constants)) {
    program.check_committed_text();
}

TEST_CASE("the recorded program, interpreted and printed, is the dynamics") {
    program.check_results([](auto* rows) { lockstep::envs::recorded::reachers_substep(rows); });
}
