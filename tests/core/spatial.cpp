// SPDX-License-Identifier: MIT
#include <cmath>
#include <random>

#include <doctest/doctest.h>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/real.hpp>
#include <lockstep/core/spatial.hpp>

namespace ls = lockstep;
using vec3 = ls::vec3<double>;
using mat3 = ls::mat3<double>;
using spatial = ls::spatial<double>;

namespace {

std::mt19937 engine(1);

double draw() { return std::uniform_real_distribution<double>(-1, 1)(engine); }
vec3 draw3() { return {draw(), draw(), draw()}; }

double distance(vec3 const& a, vec3 const& b) { return std::sqrt(dot(a - b, a - b)); }
double distance(spatial const& a, spatial const& b) { return distance(a.angular, b.angular) + distance(a.linear, b.linear); }

// A rotation about a random axis, by Rodrigues' formula.
mat3 draw_rotation() {
    vec3 axis = draw3();
    axis = (1 / std::sqrt(dot(axis, axis))) * axis;
    double const angle = 3 * draw(), s = std::sin(angle), c = std::cos(angle);
    auto const turn = [&](vec3 const& v) { return c * v + s * cross(axis, v) + ((1 - c) * dot(axis, v)) * axis; };
    return transpose(mat3{turn({1, 0, 0}), turn({0, 1, 0}), turn({0, 0, 1})});
}

}  // namespace

static_assert(sizeof(ls::spatial_inertia<float>) == 21 * sizeof(float));
static_assert(dot(vec3{1, 2, 3}, vec3{4, 5, 6}) == 32);
static_assert(cross(vec3{1, 0, 0}, vec3{0, 1, 0}).z == 1);

TEST_CASE("products of matrices associate, and a rotation's transpose undoes it") {
    for (int n = 0; n < 100; ++n) {
        mat3 const a = draw_rotation(), b = draw_rotation();
        vec3 const v = draw3();
        CHECK(distance((a * b) * v, a * (b * v)) < 1e-14);
        CHECK(distance(transpose(a) * (a * v), v) < 1e-14);
        CHECK(distance(a * vec3{0, 1, 0}, column(a, 1)) < 1e-15);
    }
}

TEST_CASE("a turned tensor acts as the tensor between two rotations") {
    for (int n = 0; n < 100; ++n) {
        mat3 const r = draw_rotation();
        ls::symmetric3<double> const m{draw(), draw(), draw(), draw(), draw(), draw()};
        vec3 const v = draw3(), axis = draw3();
        CHECK(distance(rotated(r, m) * v, r * (m * (transpose(r) * v))) < 1e-14);
        CHECK(distance(ls::axisymmetric(0.7, 1.3, axis) * v, 0.7 * v + (1.3 * dot(axis, v)) * axis) < 1e-14);
    }
}

TEST_CASE("the momentum of a rigid body is that of its points") {
    // Four points on the corners of a tetrahedron, turned and moved.
    for (int n = 0; n < 100; ++n) {
        double mass = 0;
        vec3 center{0, 0, 0}, points[4];
        double const weights[4] = {0.5, 1, 1.5, 2};
        for (int i = 0; i < 4; ++i) {
            points[i] = draw3();
            mass += weights[i];
            center = center + weights[i] * points[i];
        }
        center = (1 / mass) * center;
        ls::symmetric3<double> about_center{0, 0, 0, 0, 0, 0};
        spatial const motion{draw3(), draw3()};
        spatial expected = ls::zero_spatial<double>();
        for (int i = 0; i < 4; ++i) {
            vec3 const d = points[i] - center;
            about_center = about_center + ls::axisymmetric(weights[i] * dot(d, d), -weights[i], d);
            vec3 const momentum = weights[i] * (motion.linear + cross(motion.angular, points[i]));
            expected = expected + spatial{cross(points[i], momentum), momentum};
        }
        CHECK(distance(ls::rigid_inertia(mass, center, about_center) * motion, expected) < 1e-13);
    }
}

TEST_CASE("a point's stiffness makes a force at the point") {
    for (int n = 0; n < 100; ++n) {
        ls::symmetric3<double> const w{1 + draw(), 1 + draw(), 1 + draw(), draw(), draw(), draw()};
        vec3 const r = draw3();
        spatial const motion{draw3(), draw3()};
        vec3 const force = w * (motion.linear + cross(motion.angular, r));
        CHECK(distance(ls::point_inertia(w, r) * motion, spatial{cross(r, force), force}) < 1e-13);
    }
}

TEST_CASE("an eliminated direction meets no inertia any more") {
    for (int n = 0; n < 100; ++n) {
        auto const inertia = ls::rigid_inertia(2.0, draw3(), {1, 2, 1.5, 0.1, 0.2, -0.1});
        spatial const axis{draw3(), draw3()}, other{draw3(), draw3()}, u = inertia * axis;
        double const along = dot(axis, u);
        auto const rest = minus_outer(inertia, u, (1 / along) * u);
        CHECK(distance(rest * axis, ls::zero_spatial<double>()) < 1e-12);
        CHECK(distance(rest * other, inertia * other - (dot(u, other) / along) * u) < 1e-12);
    }
}

TEST_CASE("aggregates are arrays of numbers") {
    using R = ls::lanes<4>;
    ls::spatial<R> motion = ls::zero_spatial<R>();
    CHECK(ls::numbers_of<R>(motion).size() == 6);
    ls::numbers_of<R>(motion)[5] = R(2);
    CHECK(motion.linear.z[3] == 2);
}
