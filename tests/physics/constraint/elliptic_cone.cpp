// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include <lockstep/physics/constraint/elliptic_cone.hpp>
#include <tests/physics/golden_steps.hpp>
#include <tests/physics/machines.hpp>
#include <tests/support/recorded_substep.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;
using vec3 = ls::vec3<double>;

namespace {

physics::model const& m = physics::crawler_model;
physics::model::point const& p = m.points[0];
physics::contact<double> const touching{
    .position = {0, 0, 0}, .weight = 2, .aref = {.negated = {0, 0, 0}}, .tangent_x = 1, .tangent_y = 0};

// The cost as MuJoCo's documentation writes it.
double cost(vec3 const& u) {
    double const mu = p.cone_friction, n = mu * u.z, t = p.friction * std::hypot(u.x, u.y);
    if (mu * n + t <= 0) {
        return 0.5 * 2 * (u.z * u.z + m.impratio * (u.x * u.x + u.y * u.y));
    }
    return n >= mu * t ? 0 : 0.5 * 2 / (mu * mu * (1 + mu * mu)) * (n - mu * t) * (n - mu * t);
}

vec3 plus(vec3 const& u, int axis, double by) { return {u.x + by * (axis == 0), u.y + by * (axis == 1), u.z + by * (axis == 2)}; }

double component(vec3 const& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

}  // namespace

TEST_CASE("a ball and a crawler slide, stick and leave the ground as MuJoCo's do") {
    support::check_golden_steps(physics::puck_model, "puck", 10, 20);
    support::check_golden_steps(physics::crawler_model, "crawler", 0, 60);
}

TEST_CASE("a recorded step with elliptic cones is the step") {
    for (auto const& [model, file] : {std::pair(&physics::puck_model, "physics/puck_steps.csv"),
                                      std::pair(&physics::crawler_model, "physics/crawler_steps.csv")}) {
        support::check_recorded(*model, support::record_substep(*model), file);
    }
}

TEST_CASE("gradient and stiffness are the derivatives of the cost in every zone") {
    std::mt19937 engine(1);
    std::normal_distribution<double> normal;
    int sticking = 0, sliding = 0, leaving = 0;
    for (int n = 0; n < 600; ++n) {
        vec3 const u{normal(engine), normal(engine), 2 * normal(engine)};
        auto const response = physics::respond(m, p, touching, u);
        (response.sticks ? sticking : response.slides ? sliding : leaving) += 1;
        ls::symmetric3<double> const& k = response.stiffness;
        vec3 const columns[] = {{k.xx, k.xy, k.xz}, {k.xy, k.yy, k.yz}, {k.xz, k.yz, k.zz}};
        vec3 rows[] = {ls::zero3<double>(), ls::zero3<double>(), ls::zero3<double>()};
        for (vec3 const& root : response.roots) {
            for (int i = 0; i < 3; ++i) {
                rows[i] = rows[i] + component(root, i) * root;
            }
        }
        double const h = 1e-6;
        for (int i = 0; i < 3; ++i) {
            vec3 const off = rows[i] - columns[i];
            CHECK(std::sqrt(dot(off, off)) < 1e-12 * (1 + std::sqrt(dot(columns[i], columns[i]))));
            double const slope = (cost(plus(u, i, h)) - cost(plus(u, i, -h))) / (2 * h);
            CHECK(component(response.gradient, i) == doctest::Approx(slope).epsilon(1e-5));
            auto const above = physics::respond(m, p, touching, plus(u, i, h));
            auto const below = physics::respond(m, p, touching, plus(u, i, -h));
            if (above.sticks == below.sticks && above.slides == below.slides) {
                vec3 const difference = (0.5 / h) * (above.gradient - below.gradient) - columns[i];
                CHECK(std::sqrt(dot(difference, difference)) < 1e-5 * (1 + std::sqrt(dot(columns[i], columns[i]))));
            }
        }
    }
    CHECK(sticking > 20);
    CHECK(sliding > 20);
    CHECK(leaving > 20);
}

TEST_CASE("what slides is braked by friction times the normal force") {
    auto const response = physics::respond(m, p, touching, vec3{1, -0.5, -0.1});
    REQUIRE(response.slides);
    CHECK(std::hypot(response.gradient.x, response.gradient.y) == doctest::Approx(-p.friction * response.gradient.z));
    physics::contact<double> apart = touching;
    apart.weight = 0;
    auto const none = physics::respond(m, p, apart, vec3{1, 0, -1});
    CHECK_FALSE(none.slides);
    CHECK(none.gradient.z == 0);
    CHECK(none.stiffness.zz == 0);
}
