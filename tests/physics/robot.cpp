// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <stdexcept>

#include <lockstep/physics/robot.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a bounded list keeps its order, and says when it is full") {
    physics::bounded<int, 3> list = {1, 2};
    list.push_back(3);
    CHECK(list.size() == 3);
    CHECK(list[2] == 3);
    CHECK(list.end() - list.begin() == 3);
    CHECK_THROWS_AS(list.push_back(4), std::length_error);
    static_assert(physics::bounded<int, 3>{7}[0] == 7);
}

TEST_CASE("a capsule between two points has its z to the first") {
    auto const bone = physics::capsule_between("bone", {1, 0, 0}, {1, 3, 4}, {.radius = 0.1});
    CHECK(bone.name == "bone");
    CHECK(bone.radius == 0.1);
    CHECK(bone.half_length == doctest::Approx(2.5));
    CHECK(bone.position.y == doctest::Approx(1.5));
    CHECK(bone.axis.y == doctest::Approx(-0.6));
    CHECK(bone.axis.z == doctest::Approx(-0.8));
}
