// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/envs/recorded/inverted_pendulum.hpp>
#include <lockstep/physics/robots/inverted_pendulum.hpp>
#include <tests/envs/recorded/substep_program.hpp>

namespace {

support::substep_program const program{lockstep::physics::inverted_pendulum_model, "inverted_pendulum", false};

}  // namespace

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_constants)) {
    program.check_committed_text();
}

TEST_CASE("the recorded program, interpreted and printed, is the dynamics") {
    program.check_results([](auto* rows) { lockstep::envs::recorded::inverted_pendulum_substep(rows); });
}
