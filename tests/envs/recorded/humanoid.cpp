// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/envs/humanoid.hpp>
#include <tests/envs/recorded/humanoid_programs.hpp>

namespace ls = lockstep;

namespace {

support::humanoid_programs<ls::envs::standing_humanoid> const programs{"humanoid"};

}  // namespace

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_constants)) {
    programs.check_committed_text();
}

TEST_CASE("the recorded program is the dynamics that it was recorded from") { programs.check_recording(); }

// Not in every width: each takes a compiler as long as all else in this test together.
TEST_CASE_TEMPLATE("the printed programs agree with what they were recorded from, in double", R, float, ls::native_lanes) {
    programs.check_printed<R>();
}

TEST_CASE("neighbours change no bit of a lane") { programs.check_lanes_alone(); }
