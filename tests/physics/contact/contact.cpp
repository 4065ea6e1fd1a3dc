// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <array>
#include <span>
#include <vector>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/contact/contact.hpp>
#include <lockstep/physics/dynamics/forward.hpp>
#include <tests/physics/robots.hpp>
#include <tests/support/csv.hpp>
#include <tests/support/relative_error.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

// A ball of 0.2 m that slides up and down and sideways, so that every number can be told by hand.
constexpr physics::model ball =
    physics::compile({.floor = {.friction = 0.5, .contact = {.solref = {-100, -10}, .solimp = {0.5, 0.5, 0.01, 0.5, 2}}},
                      .bodies = {{.name = "ball",
                                  .position = {0, 0, 1},
                                  .joints = {{.name = "x", .type = physics::joint_type::slide, .axis = {1, 0, 0}},
                                             {.name = "z", .type = physics::joint_type::slide}},
                                  .geoms = {{.type = physics::geom_type::sphere,
                                             .radius = 0.2,
                                             .friction = 0.25,
                                             .contact = {.solref = {-100, -10}, .solimp = {0.5, 0.5, 0.01, 0.5, 2}}}}}}});
constexpr physics::model::point const& point = ball.points[0];

struct falling {
    explicit falling(double z, double speed = 0) : qpos{3, z}, qvel{2, speed} {}
    std::array<double, 2> qpos, qvel;
    physics::kinematics<double> pose = physics::forward_kinematics<double>(ball, qpos);
    physics::body_dynamics<double> bodies = physics::bias_forces<double>(ball, pose, qvel);
    double distance = physics::distance_to_ground(point, pose);
    physics::contact<double> contact = physics::find_contact(ball, point, pose, bodies, distance);
};

}  // namespace

TEST_CASE("the distance is that of the sphere's lowest point") {
    CHECK(falling(0).distance == doctest::Approx(0.8));
    CHECK(falling(-0.9).distance == doctest::Approx(-0.1));
}

TEST_CASE("a contact is half way in, as stiff as its impedance says, and drawn to rest") {
    falling const f(-0.9, -1);
    CHECK(f.contact.position.z + f.pose.origin[0].z == doctest::Approx(-0.05));
    CHECK(f.contact.weight == doctest::Approx(1 / point.contact.inverse_weight));    // d / (1 - d) is 1
    CHECK(f.contact.aref.negated.x == doctest::Approx(20 * 2));                      // b = 10 / dmax
    CHECK(f.contact.aref.negated.z == doctest::Approx(20 * -1 + 400 * 0.5 * -0.1));  // k = 100 / dmax^2
    CHECK(falling(0).contact.weight == 0);
}

TEST_CASE("a capsule that stands upright has its friction along x and y") {
    constexpr physics::model pole = physics::compile(
        {.bodies = {{.name = "pole",
                     .position = {0, 0, 0.5},
                     .joints = {{.name = "root", .type = physics::joint_type::free}},
                     .geoms = {{.radius = 0.2, .half_length = 0.4}}}}});
    std::array<double, 7> const qpos{0, 0, 0.5, 1, 0, 0, 0};
    std::array<double, 6> const qvel{1, 2, 0, 0, 0, 0};
    physics::kinematics<double> const pose = physics::forward_kinematics<double>(pole, qpos);
    physics::contact<double> const c = physics::find_contact(pole, pole.points[1], pose,
                                                             physics::bias_forces<double>(pole, pose, qvel), -0.1);
    CHECK(c.tangent_x == 1);
    CHECK(c.tangent_y == 0);
}

TEST_CASE("an edge is active where its residual is negative") {
    falling const f(-0.9, 0);
    ls::vec3<double> const still = -f.contact.aref.negated;
    auto const edges = [&](ls::vec3<double> const& u) { return physics::active_edges(ball, point, f.contact, still + u); };
    CHECK(point.friction == 0.5);  // the greater of both
    CHECK(edges({0, 0, -1}) == std::array{true, true, true, true});
    CHECK(edges({0, 0, 1}) == std::array{false, false, false, false});
    CHECK(edges({4, 0, 1}) == std::array{false, true, false, false});
    CHECK(edges({-4, 0, 1}) == std::array{true, false, false, false});
    CHECK(edges({0, -4, 1}) == std::array{false, false, true, false});
}

TEST_CASE("the stiffness is the sum over active edges") {
    falling const f(-0.9, 0);
    double const d = f.contact.weight, none = ls::empty_word<double>();
    REQUIRE(ball.edges(point) == 3);  // in the plane the third bit is both edges across
    auto const with = [&](std::array<bool, 4> const& edges) {
        return physics::active_stiffness(ball, point, f.contact, physics::with_edges(ball, point, f.contact, edges, none));
    };
    auto const one = with({true, false, false, false});
    CHECK(one.xx == doctest::Approx(0.25 * d));
    CHECK(one.xz == doctest::Approx(0.5 * d));
    CHECK(one.zz == doctest::Approx(d));
    auto const all = with({true, true, true, true});
    CHECK(all.xx == doctest::Approx(0.5 * d));
    CHECK(all.yy == doctest::Approx(0.5 * d));
    CHECK(all.zz == doctest::Approx(4 * d));
    CHECK(all.xz == 0);
}

TEST_CASE("over a plane of any height a robot moves as over z = 0") {
    physics::robot raised = physics::tripod;
    raised.floor.height = 1.5;
    physics::model const high = physics::compile(raised);
    physics::model const& low = physics::tripod_model;
    for (auto const& row : support::read_csv("physics/tripod_steps.csv")) {
        std::vector<double> qpos(row.begin(), row.begin() + 10), qvel(row.begin() + 10, row.begin() + 19), ctrl(3, 0.1);
        std::vector<double> above = qpos, active(low.words, 0.0), active_above = active;
        above[2] += 1.5;
        auto const a = physics::forward<double>(low, qpos, qvel, ctrl, active).qacc;
        auto const b = physics::forward<double>(high, above, qvel, ctrl, active_above).qacc;
        CHECK(support::relative_error(std::span(b).first(9), std::span(a).first(9)) < 1e-11);
    }
}
