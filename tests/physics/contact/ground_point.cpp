// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <lockstep/core/lanes.hpp>
#include <lockstep/physics/contact/ground_point.hpp>
#include <lockstep/physics/substep.hpp>
#include <tests/physics/shapes.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

using vec3 = ls::vec3<double>;

/// The points of a geom at (1, 2, 3) of its body, seen with the ground's normal along `up`.
std::vector<vec3> points(physics::geom g, vec3 const& up) {
    g.position = {1, 2, 3};
    physics::model const m = physics::compile(
        {.bodies = {{.name = "body", .joints = {{.name = "root", .type = physics::joint_type::free}}, .geoms = {g}}}});
    std::vector<vec3> result;
    for (physics::model::point const& p : m.points) {
        result.push_back(physics::ground_point(p, up) - p.position);
    }
    return result;
}

}  // namespace

TEST_CASE("a box touches with the four corners below its centre") {
    for (vec3 const& up : {vec3{0, 0, 1}, {0.6, 0, -0.8}, {-0.48, 0.6, 0.64}}) {
        auto const corners = points({.type = physics::geom_type::box, .half_sizes = {0.1, 0.2, 0.3}}, up);
        REQUIRE(corners.size() == 4);
        for (vec3 const& c : corners) {
            CHECK(std::abs(c.x) == doctest::Approx(0.1));
            CHECK(std::abs(c.y) == doctest::Approx(0.2));
            CHECK(std::abs(c.z) == doctest::Approx(0.3));
            CHECK(dot(c, up) < 0);
        }
        CHECK(dot(corners[0] - corners[1], corners[0] - corners[1]) > 0);
    }
}

TEST_CASE("an ellipsoid touches with its lowest point") {
    vec3 const up{-0.48, 0.6, 0.64};
    auto const lowest = points({.type = physics::geom_type::ellipsoid, .half_sizes = {0.1, 0.2, 0.3}}, up);
    REQUIRE(lowest.size() == 1);
    auto const& [x, y, z] = lowest[0];
    CHECK(x * x / 0.01 + y * y / 0.04 + z * z / 0.09 == doctest::Approx(1));
    // There the surface's normal is down.
    vec3 const normal{x / 0.01, y / 0.04, z / 0.09};
    CHECK(dot(normal, up) == doctest::Approx(-std::sqrt(dot(normal, normal))));
}

TEST_CASE("a cylinder touches with the lowest points of its discs, and two more of the lower one") {
    physics::geom const drum{.type = physics::geom_type::cylinder, .radius = 0.1, .half_length = 0.3};
    for (vec3 const& up : {vec3{0.6, 0, 0.8}, {0, 0.8, -0.6}}) {
        auto const rim = points(drum, up);
        REQUIRE(rim.size() == 4);
        double const low = up.z > 0 ? -0.3 : 0.3;
        for (std::size_t i = 0; i < 4; ++i) {
            CHECK(rim[i].z == doctest::Approx(i == 1 ? -low : low));
            CHECK(rim[i].x * rim[i].x + rim[i].y * rim[i].y == doctest::Approx(0.01));
        }
        CHECK(dot(rim[0], up) == doctest::Approx(-0.1 * std::hypot(up.x, up.y) - 0.3 * std::abs(up.z)));
        CHECK(dot(rim[2], up) == doctest::Approx(dot(rim[3], up)));
    }
    auto const upright = points(drum, {0, 0, 1});
    CHECK(upright[0].x == doctest::Approx(0.1));
    CHECK(upright[2].y == doctest::Approx(0.1 * std::sqrt(0.75)));
}

TEST_CASE("every shape is pushed as MuJoCo pushes it, and in lanes nearly so") {
    physics::model const& m = physics::cart_of_shapes_model;
    auto const rows = support::read_csv("physics/cart_of_shapes_steps.csv");
    REQUIRE(rows.size() == 100);
    std::size_t const q = m.qpos_size(), v = m.qvel_size(), u = m.ctrl_size(), after = q + v + u;
    using lanes = ls::native_lanes;
    for (auto const& row : rows) {
        std::span<double const> const golden(row);
        std::vector<double> numbers(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(after)), active(m.words, 0.0);
        std::span<double> const all(numbers);
        auto const forward = physics::forward<double>(m, all.first(q), all.subspan(q, v), all.subspan(q + v), active);
        CHECK(support::relative_error(std::span(forward.qacc).first(v), golden.subspan(after, v)) < 1e-9);
        std::vector<lanes> wide, wide_active(m.words, ls::empty_word<lanes>());
        for (double const x : numbers) {
            wide.emplace_back(static_cast<float>(x));
        }
        physics::substep<double>(m, all.first(q), all.subspan(q, v), all.subspan(q + v), active);
        CHECK(support::relative_error(all.first(q), golden.subspan(after + v, q)) < 1e-11);
        CHECK(support::relative_error(all.subspan(q, v), golden.subspan(after + v + q, v)) < 1e-9);
        std::span<lanes> const wide_all(wide);
        physics::substep<lanes>(m, wide_all.first(q), wide_all.subspan(q, v), wide_all.subspan(q + v), wide_active);
        for (std::size_t i = 0; i < q; ++i) {
            CHECK(ls::lane(wide[i], 1) == doctest::Approx(golden[after + v + i]).epsilon(1e-3));
        }
    }
}

TEST_CASE("an upright cylinder comes to rest in floats, though which of its points touch is for the last bit to say") {
    physics::model const m =
        physics::compile({.bodies = {{.name = "drum",
                                      .position = {0, 0, 0.31},
                                      .joints = {{.name = "root", .type = physics::joint_type::free}},
                                      .geoms = {{.type = physics::geom_type::cylinder, .radius = 0.2, .half_length = 0.3}}}}});
    std::vector<float> qpos(m.initial_qpos.begin(), m.initial_qpos.end()), qvel(m.qvel_size(), 0.0f), active(m.words, 0.0f);
    for (int n = 0; n < 2000; ++n) {
        physics::substep<float>(m, qpos, qvel, std::span<float>(), active);
    }
    CHECK(qpos[2] == doctest::Approx(0.3).epsilon(0.01));
    CHECK(std::abs(qpos[4]) + std::abs(qpos[5]) < 1e-2f);
    for (float const speed : qvel) {
        CHECK(std::abs(speed) < 1e-2f);
    }
}
