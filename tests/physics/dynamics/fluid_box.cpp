// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <utility>

#include <lockstep/core/quaternion.hpp>
#include <lockstep/physics/contact/shape.hpp>
#include <lockstep/physics/dynamics/fluid_box.hpp>

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

    CHECK(back.xx > back.yy);
    CHECK(back.yy > back.zz);
}

TEST_CASE("an inertia of nothing, or one whose products are too small for MuJoCo, keeps the axes it is given in") {
    constexpr ls::mat3<double> none = physics::principal_axes({0, 0, 0, 0, 0, 0});
    static_assert(none.x.x == 1 && none.y.y == 1 && none.z.z == 1 && none.x.y == 0);
    ls::mat3<double> const near = physics::principal_axes({3, 3, 3, 3e-15, 0, 0});
    CHECK(near.x.x == 1);
    CHECK(near.x.y == 0);
    ls::mat3<double> const turned = physics::principal_axes({3, 3, 3, 3e-14, 0, 0});
    CHECK(turned.x.x == doctest::Approx(std::sqrt(0.5)));
}

// What MuJoCo 4.0.1 compiles these inertias to: body_iquat as a matrix.
TEST_CASE("equal moments have MuJoCo's axes") {
    auto const is_near = [](ls::mat3<double> const& a, ls::mat3<double> const& b) {
        double sum = 0;
        for (auto const& [x, y] : {std::pair(a.x, b.x), std::pair(a.y, b.y), std::pair(a.z, b.z)}) {
            sum += dot(x - y, x - y);
        }
        return sum < 1e-24;
    };
    double const third = std::sqrt(1.0 / 3), sixth = std::sqrt(1.0 / 6), half = std::sqrt(0.5);
    CHECK(is_near(physics::principal_axes({2, 3, 5, 0, 0, 0}), {{0, 0, 1}, {0, -1, 0}, {1, 0, 0}}));
    CHECK(is_near(physics::principal_axes({1, 1, 2, 0, 0, 0}), {{0, -1, 0}, {0, 0, -1}, {1, 0, 0}}));
    CHECK(is_near(physics::principal_axes({3, 3, 3, 0.5, 0.5, 0.5}),
                  {{third, -2 * sixth, 0}, {third, sixth, -half}, {third, sixth, half}}));
    CHECK(is_near(physics::principal_axes({3, 3, 3, -0.5, 0.5, -0.5}),
                  {{-third, -2 * sixth, 0}, {third, -sixth, half}, {-third, sixth, half}}));
}
