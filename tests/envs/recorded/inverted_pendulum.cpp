// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/envs/recorded/inverted_pendulum.hpp>
#include <lockstep/physics/robots/inverted_pendulum.hpp>
#include <tests/envs/recorded/substep_program.hpp>

namespace physics = lockstep::physics;

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_recording_order)) {
    support::check_recorded_substep(physics::inverted_pendulum_model, "inverted_pendulum", false);
}

TEST_CASE("the recorded program, interpreted and printed, is the dynamics") {
    support::check_substep_program(physics::inverted_pendulum_model, "inverted_pendulum", false,
                                   [](auto* rows) { lockstep::envs::recorded::inverted_pendulum_substep(rows); });
}
