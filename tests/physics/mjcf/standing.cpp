// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <lockstep/physics/mjcf/standing.hpp>

namespace ls = lockstep;
namespace mjcf = lockstep::physics::mjcf;

TEST_CASE("the world leaves a frame as it is, a fixed body turns and shifts it") {
    ls::vec3<double> p{1, 2, 3};
    ls::quaternion<double> q{0.6, 0, 0.8, 0};
    mjcf::standing{}.carry(p, q);
    CHECK(p.x == 1);
    CHECK(q.y == 0.8);
    mjcf::standing const table{.name = "table", .element = 7, .position = {10, 0, 0}, .orientation = {0, 0, 0, 1}};
    table.carry(p, q);
    CHECK(p.x == 9);
    CHECK(p.y == -2);
    CHECK(q.x == doctest::Approx(-0.8));
    CHECK(q.z == doctest::Approx(0.6));
}
