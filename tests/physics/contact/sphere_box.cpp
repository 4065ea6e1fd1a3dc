// SPDX-License-Identifier: MIT
// That contacts in random poses are MuJoCo's is checked in tests/physics/contact/pair_contact.cpp.
#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/physics/contact/sphere_box.hpp>

namespace ls = lockstep;
using vec3 = ls::vec3<double>;

namespace {

/// A box of 2 x 4 x 6 m, its x turned to the world's y, and a sphere of 0.5 m.
template <class R>
ls::physics::touch<R> at(vec3 const& center) {
    ls::mat3<double> const axes{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}};
    ls::physics::placed_box<R> const box{ls::constant<R>(vec3{1, 0, 0}), ls::constant<R>(axes), ls::constant<R>(vec3{1, 2, 3})};
    return ls::physics::touch_sphere_box<R>(ls::constant<R>(center), R(0.5), box);
}

}  // namespace

TEST_CASE_TEMPLATE("a sphere touches a face, an edge or a corner", R, double, float, ls::lanes<4>) {
    auto const number = [](R const& x) { return doctest::Approx(static_cast<double>(ls::lane(x, 0))).epsilon(1e-5); };
    auto const face = at<R>({1.5, 0.5, 3.25});
    CHECK(-0.25 == number(face.distance));
    CHECK(-1 == number(face.normal.z));
    CHECK(1.5 == number(face.position.x));
    CHECK(2.875 == number(face.position.z));
    auto const edge = at<R>({3.3, 1.4, 0});
    CHECK(0 == number(edge.distance));
    CHECK(-0.6 == number(edge.normal.x));
    CHECK(-0.8 == number(edge.normal.y));
    CHECK(3 == number(edge.position.x));
    auto const corner = at<R>({-3, -3, -4});
    CHECK(2.5 == number(corner.distance));
    CHECK(2.0 / 3 == number(corner.normal.x));
    CHECK(1.0 / 3 == number(corner.normal.z));
}

TEST_CASE_TEMPLATE("from inside it leaves through the nearest face", R, double, float, ls::lanes<4>) {
    auto const number = [](R const& x) { return doctest::Approx(static_cast<double>(ls::lane(x, 0))).epsilon(1e-5); };
    auto const side = at<R>({1, -0.75, 0});
    CHECK(-0.75 == number(side.distance));
    CHECK(1 == number(side.normal.y));
    CHECK(-0.625 == number(side.position.y));
    auto const top = at<R>({1, 0, 2.75});
    CHECK(-0.75 == number(top.distance));
    CHECK(-1 == number(top.normal.z));
    CHECK(1 == number(at<R>({1, 0, 0}).normal.y));  // at the centre: the first of the faces that are as near
}
