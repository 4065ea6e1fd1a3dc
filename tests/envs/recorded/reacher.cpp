// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/envs/recorded/reacher.hpp>
#include <lockstep/physics/robots/reacher.hpp>
#include <tests/envs/recorded/substep_program.hpp>

namespace physics = lockstep::physics;

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_recording_order)) {
    support::check_recorded_substep(physics::reacher_model, "reacher", true);
}

TEST_CASE("the recorded program, interpreted and printed, is the dynamics") {
    support::check_substep_program(physics::reacher_model, "reacher", true,
                                   [](auto* rows) { lockstep::envs::recorded::reacher_substep(rows); });
}
