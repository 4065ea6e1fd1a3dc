// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string>

#include <lockstep/physics/robots/ant.hpp>
#include <tests/support/generated.hpp>
#include <tests/support/recorded_substep.hpp>

TEST_CASE("the header in the repository is what recording yields" * doctest::skip(support::other_constants)) {
    support::check_generated(std::string(LOCKSTEP_TEST_DATA) + "/../../include/lockstep/envs/recorded/ant_gradient.hpp",
                             support::print_gradient_of_stages("ant", lockstep::physics::ant_model));
}
