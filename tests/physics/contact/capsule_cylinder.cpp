// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <lockstep/core/lanes.hpp>
#include <lockstep/core/random.hpp>
#include <lockstep/physics/contact/capsule_cylinder.hpp>
#include <tests/support/csv.hpp>

namespace ls = lockstep;
using vec3 = ls::vec3<double>;

namespace {

constexpr double radius = 0.02, cylinder_radius = 0.05, half_height = 0.05;

/// The cylinder stands at the origin, its axis along z unless turned. The normal is into it.
template <class R>
ls::physics::touch<R> at_upright(vec3 const& center, vec3 const& half, vec3 const& axis = {0, 0, 1}) {
    return ls::physics::touch_capsule_cylinder<R>({ls::constant<R>(center), ls::constant<R>(half)}, R(radius),
                                                  {ls::zero3<R>(), ls::constant<R>(half_height * axis)}, R(cylinder_radius),
                                                  R(half_height));
}

/// The core's distance from the cylinder, by trying ever closer to the best place.
double distance_by_trying(vec3 const& center, vec3 const& half) {
    double low = -1, high = 1, best = 1e9, at = 0;
    for (int round = 0; round < 12; ++round) {
        for (int i = 0; i <= 64; ++i) {
            double const s = low + (high - low) * i / 64;
            vec3 const p = center + s * half;
            double const distance =
                std::hypot(std::max(std::hypot(p.x, p.y) - cylinder_radius, 0.0), std::max(std::abs(p.z) - half_height, 0.0));
            if (distance < best) {
                best = distance, at = s;
            }
        }
        double const step = (high - low) / 64;
        low = std::max(at - step, -1.0), high = std::min(at + step, 1.0);
    }
    return best;
}

}  // namespace

TEST_CASE("beside the side, over a face, and beyond the rim") {
    auto const check = [](ls::physics::touch<double> const& n, double distance, vec3 const& normal, vec3 const& position) {
        CHECK(n.distance == doctest::Approx(distance));
        CHECK(std::abs(n.normal.x + normal.x) + std::abs(n.normal.y + normal.y) + std::abs(n.normal.z + normal.z) < 1e-9);
        vec3 const off = n.position - position;
        CHECK(std::abs(off.x) + std::abs(off.y) + std::abs(off.z) < 1e-9);
    };
    double const diagonal = std::sqrt(0.5);
    check(at_upright<double>({0.08, 0, 0.01}, {0, 0.05, 0}), 0.01, {1, 0, 0}, {0.055, 0, 0.01});
    check(at_upright<double>({0.01, 0.02, -0.11}, {0, 0, 0.05}), -0.01, {0, 0, -1}, {0.01, 0.02, -0.045});
    check(at_upright<double>({0.08, 0, 0.08}, {0, 0.05, 0}), 0.03 / diagonal - 0.02, {diagonal, 0, diagonal},
          {0.05 + diagonal * 0.5 * (0.03 / diagonal - 0.02), 0, 0.05 + diagonal * 0.5 * (0.03 / diagonal - 0.02)});
    // The core's end is 1 cm inside the side, and 1.5 cm inside the upper face.
    check(at_upright<double>({0.09, 0, 0}, {-0.05, 0, 0}), -0.03, {1, 0, 0}, {0.035, 0, 0});
    check(at_upright<double>({0, 0, 0.085}, {0, 0, 0.05}), -0.035, {0, 0, 1}, {0, 0, 0.0325});
}

TEST_CASE("the distance is the least, wherever the axis points") {
    ls::random<double> random(1, 0, 0);
    std::size_t near = 0;
    for (int n = 0; n < 4000; ++n) {
        vec3 const center{random.uniform(-0.12, 0.12), random.uniform(-0.12, 0.12), random.uniform(-0.12, 0.12)};
        vec3 half{random.normal(), random.normal(), random.normal()};
        half.z *= n % 2 == 0 ? 1 : 1e-3;
        half = (0.05 / std::sqrt(dot(half, half))) * half;
        double const expected = distance_by_trying(center, half);
        if (expected < 1e-3) {
            continue;  // inside, or as good as
        }
        ++near;
        auto const exact = at_upright<double>(center, half);
        CHECK(std::abs(exact.distance - (expected - radius)) < 1e-11);
        CHECK(dot(exact.normal, exact.normal) == doctest::Approx(1));
        CHECK(std::abs(static_cast<double>(at_upright<float>(center, half).distance) - exact.distance) < 1e-7);
        CHECK(std::abs(ls::lane(at_upright<ls::lanes<8>>(center, half).distance, 7) - exact.distance) < 1e-7);

        // The same seen from axes that are turned: x, y, z are y, z, x.
        auto const turned = [](vec3 const& v) { return vec3{v.y, v.z, v.x}; };
        auto const other = at_upright<double>(turned(center), turned(half), turned({0, 0, 1}));
        CHECK(other.distance == doctest::Approx(exact.distance).epsilon(1e-12));
    }
    CHECK(near > 2500);
}

TEST_CASE("the way out of a cylinder is the shortest") {
    // Along n the cylinder reaches radius |n across| + half height |n along|; the core the lesser of its ends.
    ls::random<double> random(2, 0, 0);
    std::size_t inside = 0;
    for (int n = 0; n < 300; ++n) {
        vec3 const center{random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05)};
        vec3 half{random.normal(), random.normal(), random.normal()};
        half = (0.05 / std::sqrt(dot(half, half))) * half;
        if (distance_by_trying(center, half) > 0) {
            continue;
        }
        ++inside;
        auto const depth = [&](vec3 const& way) {
            double const reach = cylinder_radius * std::hypot(way.x, way.y) + half_height * std::abs(way.z);
            return (reach - dot(way, center) + std::abs(dot(way, half))) / std::sqrt(dot(way, way));
        };
        auto const ours = at_upright<double>(center, half);
        CHECK(depth(-ours.normal) + radius == doctest::Approx(-ours.distance).epsilon(1e-9));
        for (int i = 0; i < 2000; ++i) {
            double const trial = depth({random.normal(), random.normal(), random.normal()});
            REQUIRE(trial + radius > -ours.distance - 1e-9);
        }
        CHECK(std::abs(static_cast<double>(at_upright<float>(center, half).distance) - ours.distance) < 1e-6);
    }
    CHECK(inside > 100);
}

TEST_CASE("MuJoCo's contact is ours where it has one") {
    std::size_t one = 0, alike = 0, two = 0, inside = 0;
    double less_deep = 0, worst_inside = 0;
    for (auto const& row : support::read_csv("physics/capsule_cylinder.csv")) {
        auto const ours = at_upright<double>({row[0], row[1], row[2]}, {row[3], row[4], row[5]});
        double const difference = row[7] - ours.distance;
        if (row[6] != 1) {
            ++two;
            CHECK(std::abs(row[5]) < 0.09 * 0.05);
            less_deep = std::max(less_deep, difference);
        } else if (ours.distance < -radius) {
            ++inside;
            worst_inside = std::max(worst_inside, std::abs(difference));
        } else {
            ++one;
            vec3 const normal = ours.normal + vec3{row[8], row[9], row[10]},
                       position = ours.position - vec3{row[11], row[12], row[13]};
            alike += std::abs(difference) < 1e-9 && dot(normal, normal) < 1e-7 && dot(position, position) < 1e-7;
        }
    }
    MESSAGE(one << " single contacts, " << alike << " alike; " << inside << " with the core inside, to " << worst_inside << " m; "
                << two << " double, up to " << less_deep << " m less deep");
    CHECK(one > 300);
    CHECK(alike + 2 >= one);  // two cores nearly parallel to a face, with a second contact beyond the margin
    CHECK(inside > 200);
    CHECK(worst_inside < 2e-6);
    CHECK(less_deep < 0.015);
}
