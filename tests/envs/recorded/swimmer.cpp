// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/envs/recorded/swimmer.hpp>
#include <lockstep/physics/robots/swimmer.hpp>
#include <tests/envs/recorded/substep_program.hpp>

namespace physics = lockstep::physics;

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_recording_order)) {
    support::check_recorded_substep(physics::swimmer_model, "swimmer", false);
}

TEST_CASE("the recorded program, interpreted and printed, is the dynamics") {
    support::check_substep_program(physics::swimmer_model, "swimmer", false,
                                   [](auto* rows) { lockstep::envs::recorded::swimmer_substep(rows); });
}
