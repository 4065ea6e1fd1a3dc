// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/fluid_box.hpp>
#include <lockstep/physics/robots/swimmer.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("a box is the box of its own inertia") {
    ls::vec3<double> const size{0.3, 0.5, 0.8};
    double const mass = 7, xx = size.x * size.x, yy = size.y * size.y, zz = size.z * size.z;
    ls::symmetric3<double> const own{mass * (yy + zz) / 12, mass * (zz + xx) / 12, mass * (xx + yy) / 12, 0, 0, 0};
    ls::mat3<double> const axes = physics::turned_to({0.6, 0, 0.8});
    ls::vec3<double> const box = physics::inertia_box(mass, ls::rotated(axes, own), axes);
    CHECK(box.x == doctest::Approx(0.3));
    CHECK(box.y == doctest::Approx(0.5));
    CHECK(box.z == doctest::Approx(0.8));
}

TEST_CASE("z is turned to the given axis, also when that is -z") {
    for (ls::vec3<double> const& to : {ls::vec3<double>{0, 0, 1}, {0, 0, -1}, {1, 0, 0}, {0.48, 0.6, -0.64}}) {
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

TEST_CASE("a body in a fluid has one geom") {
    CHECK(physics::swimmer_model.bodies[1].box.x > 0);
    physics::robot broken = physics::swimmer;
    broken.bodies[1].geoms.push_back(broken.bodies[1].geoms[0]);
    CHECK_THROWS_AS(physics::compile(broken), std::invalid_argument);

    broken = physics::swimmer;
    broken.bodies[1].joints = {};
    CHECK_THROWS_AS(physics::compile(broken), std::invalid_argument);
}
