// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include <lockstep/physics/contact/shape.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("z is turned to the given axis, also when that is -z or near to it") {
    for (ls::vec3<double> const& to :
         {ls::vec3<double>{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0.48, 0.6, -0.64}, {3e-6, -4e-6, -1 + 1.25e-11}}) {
        ls::mat3<double> const turn = physics::turned_to(to), identity = turn * transpose(turn);
        ls::vec3<double> const z = column(turn, 2);
        CHECK(z.x == doctest::Approx(to.x));
        CHECK(z.y == doctest::Approx(to.y));
        CHECK(z.z == doctest::Approx(to.z));
        CHECK(identity.x.x == doctest::Approx(1));
        CHECK(std::abs(identity.x.y) < 1e-15);
        CHECK(dot(column(turn, 0), cross(column(turn, 1), z)) == doctest::Approx(1));
    }
}

TEST_CASE("a geom is turned in itself first, then its z to its axis") {
    physics::geom const g{.axis = {1, 0, 0}, .orientation = {0.6, 0, 0, 0.8}};  // z first turns x towards y
    ls::vec3<double> const x = column(physics::frame_of(g), 0);
    CHECK(x.z == doctest::Approx(0.28));
    CHECK(x.y == doctest::Approx(0.96));
    CHECK(column(physics::frame_of(g), 2).x == doctest::Approx(1));
}

TEST_CASE("half sizes are those of the type") {
    using physics::geom_type;
    auto const sizes = [](geom_type type) {
        return physics::half_sizes_of({.type = type, .radius = 2, .half_length = 3, .half_sizes = {4, 5, 6}});
    };
    CHECK(sizes(geom_type::sphere).z == 2);
    CHECK(sizes(geom_type::capsule).x == 2);
    CHECK(sizes(geom_type::cylinder).z == 3);
    CHECK(sizes(geom_type::box).y == 5);
    CHECK(sizes(geom_type::ellipsoid).z == 6);
}
