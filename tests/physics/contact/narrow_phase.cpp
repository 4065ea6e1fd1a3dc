// SPDX-License-Identifier: MIT
// That the contacts of random shapes are MuJoCo's is checked in tests/physics/contact/pair_contact.cpp.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include <lockstep/physics/contact/narrow_phase.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;
using vec = ls::vec3<double>;
using segment = physics::segment<double>;

namespace {

double distance(vec const& a, vec const& b) { return std::sqrt(dot(a - b, a - b)); }

physics::segment_product<double> product(segment const& a, segment const& b) {
    double const aa = dot(a.half_axis, a.half_axis), bb = dot(b.half_axis, b.half_axis);
    return {a, b, aa, bb, 1 / aa, 1 / bb};
}

}  // namespace

TEST_CASE("spheres touch half way between their surfaces, along the line of their centres") {
    auto const t = physics::touch_spheres<double>({0, 0, 1}, 0.5, {0, 3, 1}, 1);
    CHECK(t.distance == doctest::Approx(1.5));
    CHECK(t.normal.y == doctest::Approx(1));
    CHECK(t.position.y == doctest::Approx(1.25));
    auto const inside = physics::touch_spheres<double>({0, 0, 1}, 0.5, {0, 0.5, 1}, 0.5);
    CHECK(inside.distance == doctest::Approx(-0.5));
    CHECK(inside.position.y == doctest::Approx(0.25));
    CHECK(physics::touch_spheres<double>({1, 2, 3}, 0.5, {1, 2, 3}, 0.5).distance == doctest::Approx(-1));
}

TEST_CASE("the nearest place on a segment is within its ends") {
    segment const s{{0, 0, 0}, {2, 0, 0}};
    CHECK(physics::nearest_place(s, 0.25, {1, 5, 0}) == doctest::Approx(0.5));
    CHECK(physics::nearest_place(s, 0.25, {7, 5, 0}) == 1);
    CHECK(physics::nearest_place(s, 0.25, {-7, 5, 0}) == -1);
}

TEST_CASE("the nearest places on two segments are nearer than any others") {
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> draw(-1, 1);
    auto const point = [&] { return vec{draw(engine), draw(engine), draw(engine)}; };
    for (int n = 0; n < 1000; ++n) {
        segment const a{point(), point()}, b{point(), point()};
        auto const p = product(a, b);
        auto const [first, second] = p.nearest();
        double const least = distance(a.at(first), b.at(second));
        for (int k = 0; k < 100; ++k) {
            CHECK(least <= distance(a.at(draw(engine)), b.at(draw(engine))) + 1e-12);
        }
        CHECK_FALSE(p.parallel());
    }
}

TEST_CASE_TEMPLATE("no segments that are near are passed over, and most that are far", R, double, float) {
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> draw(-1, 1);
    auto const point = [&](double size) { return vec{size * draw(engine), size * draw(engine), size * draw(engine)}; };
    auto const in_r = [](segment const& s) {
        return physics::segment<R>{ls::constant<R>(s.center), ls::constant<R>(s.half_axis)};
    };
    int kept = 0;
    for (int n = 0; n < 20000; ++n) {
        segment const a{point(1), point(0.5)}, b{point(1), point(0.5)};
        auto const [first, second] = product(a, b).nearest();
        double const least = distance(a.at(first), b.at(second));
        double const centers = distance(a.center, b.center);
        CHECK(physics::axes_may_touch(in_r(a), in_r(b), least * (1 + 1e-6), centers));
        kept += physics::axes_may_touch(in_r(a), in_r(b), 0.5 * least, centers);
        CHECK(physics::axes_may_touch(in_r(a), in_r({a.center, b.half_axis}), 0.1, 0));
    }
    CHECK(kept < 10000);
}

TEST_CASE("parallel segments touch at both ends of the stretch along which they lie side by side") {
    segment const a{{0, 0, 0}, {1, 0, 0}}, b{{1.5, 1, 0}, {-2, 0, 0}};
    auto const p = product(a, b);
    CHECK(p.parallel());
    auto const [up, down] = p.ends();
    CHECK(a.at(up.first).x == doctest::Approx(-0.5));
    CHECK(b.at(up.second).x == doctest::Approx(-0.5));
    CHECK(a.at(down.first).x == doctest::Approx(1));
    CHECK(b.at(down.second).x == doctest::Approx(1));
}

TEST_CASE("axes are parallel to within 1e-4 radians, as MuJoCo's are, however long the segments") {
    for (double const length : {0.01, 1.0, 100.0}) {
        auto const turned = [&](double angle) {
            return product({{0, 0, 0}, {length, 0, 0}},
                           {{0, 0, length}, {2 * length * std::cos(angle), 2 * length * std::sin(angle), 0}});
        };
        CHECK(turned(0).parallel());
        CHECK(turned(0.99e-4).parallel());
        CHECK_FALSE(turned(1.01e-4).parallel());
        CHECK(std::abs(turned(1.01e-4).nearest().first) < 1e-6);
    }
}

TEST_CASE("axes that cross are pushed apart across both") {
    vec const n = physics::normal_across<double>({2, 0, 0}, {0, 3, 0});
    CHECK(n.z == doctest::Approx(1));
    CHECK(physics::normal_across<double>({2, 0, 0}, {1, 0, 0}).x == 1);
}
