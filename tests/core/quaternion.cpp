// SPDX-License-Identifier: MIT
#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/quaternion.hpp>

namespace ls = lockstep;
using quaternion = ls::quaternion<double>;
using vec3 = ls::vec3<double>;

namespace {

std::mt19937 engine(1);

double draw() { return std::normal_distribution<double>()(engine); }
vec3 draw3() { return {draw(), draw(), draw()}; }
double distance(vec3 const& a, vec3 const& b) { return std::sqrt(dot(a - b, a - b)); }

}  // namespace

TEST_CASE("the product of quaternions is the product of rotations") {
    for (int n = 0; n < 100; ++n) {
        quaternion const a{draw(), draw(), draw(), draw()}, b{draw(), draw(), draw(), draw()};
        vec3 const v = draw3();
        CHECK(distance(rotation(a * b) * v, rotation(a) * (rotation(b) * v)) < 1e-13);
    }
}

TEST_CASE("a quaternion's length does not matter to its rotation") {
    quaternion const q{0.3, -0.8, 0.1, 0.4}, longer{3, -8, 1, 4}, unit = ls::normalized(q);
    vec3 const v = draw3();
    CHECK(distance(rotation(q) * v, rotation(longer) * v) < 1e-14);
    CHECK(unit.w * unit.w + unit.x * unit.x + unit.y * unit.y + unit.z * unit.z == doctest::Approx(1));
}

TEST_CASE("rotation_by turns about a vector by its length") {
    for (int n = 0; n < 100; ++n) {
        vec3 const turn = draw3(), v = draw3();
        double const angle = std::sqrt(dot(turn, turn)), s = std::sin(angle), c = std::cos(angle);
        vec3 const axis = (1 / angle) * turn;
        vec3 const expected = c * v + s * cross(axis, v) + ((1 - c) * dot(axis, v)) * axis;
        CHECK(distance(rotation(ls::rotation_by(turn)) * v, expected) < 1e-13);
    }
}

TEST_CASE("rotation_vector is the shorter way") {
    for (int n = 0; n < 100; ++n) {
        vec3 const turn = draw3();
        double const angle = std::sqrt(dot(turn, turn)),
                     shorter = angle - 2 * std::acos(-1.0) * std::round(angle / (2 * std::acos(-1.0)));
        CHECK(distance(ls::rotation_vector(ls::rotation_by(turn)), (shorter / angle) * turn) < 1e-12);
        CHECK(distance(ls::rotation_vector(ls::conjugate(ls::rotation_by(turn))), (-shorter / angle) * turn) < 1e-12);
    }
}

TEST_CASE_TEMPLATE("small and no rotations are exact", R, float, double, ls::lanes<4>) {
    auto const none = ls::rotation_by(ls::vec3<R>{R(0), R(0), R(0)});
    CHECK(ls::lane(none.w, 0) == 1);
    CHECK(ls::lane(none.x, 0) == 0);
    auto const small = ls::rotation_by(ls::vec3<R>{R(1e-6), R(0), R(0)});
    CHECK(static_cast<double>(ls::lane(small.x, 0)) == doctest::Approx(0.5e-6).epsilon(1e-6));
}
