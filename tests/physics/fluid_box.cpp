// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/physics/fluid_box.hpp>
#include <lockstep/physics/shape.hpp>

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

TEST_CASE("the principal axes of a turned box are its own") {
    ls::symmetric3<double> const own{2, 3, 5, 0, 0, 0};
    ls::mat3<double> const turn = ls::rotation(ls::quaternion<double>{0.8, 0.36, -0.48, 0});
    ls::symmetric3<double> const seen = ls::rotated(turn, own);
    ls::mat3<double> const axes = physics::principal_axes(seen);
    ls::symmetric3<double> const back = ls::rotated(transpose(axes), seen);
    CHECK(std::abs(back.xy) + std::abs(back.xz) + std::abs(back.yz) < 1e-14);
    CHECK(back.xx * back.yy * back.zz == doctest::Approx(30));
    CHECK(back.xx + back.yy + back.zz == doctest::Approx(10));

    ls::mat3<double> const same = physics::principal_axes(own);
    CHECK(same.x.x == 1);
    CHECK(same.y.y == 1);
}
