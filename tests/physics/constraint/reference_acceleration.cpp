// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <span>

#include <lockstep/core/spatial.hpp>
#include <lockstep/physics/constraint/reference_acceleration.hpp>
#include <lockstep/program/operation.hpp>
#include <lockstep/program/record.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("an acceleration minus aref is the residual, also along three axes") {
    physics::reference_acceleration<double> const aref{.negated = 3};  // aref is -3
    CHECK(-aref == 3);
    CHECK(5 - aref == 8);
    physics::reference_acceleration<ls::vec3<double>> const of_contact{.negated = {1, 2, 3}};
    ls::vec3<double> const residual = ls::vec3<double>{10, 20, 30} - of_contact;
    CHECK(residual.x == 11);
    CHECK(residual.y == 22);
    CHECK(residual.z == 33);
}

TEST_CASE("a recorded residual is one sum") {
    ls::program const program = ls::record(2, [](std::span<ls::recorded> row) {
        row[0] = row[0] - physics::reference_acceleration<ls::recorded>{.negated = row[1]};
    });
    REQUIRE(program.size() == 3);
    CHECK(program[2].op == ls::operation::add);
}
