// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include <lockstep/physics/contact/contact.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/mjcf/write_mjcf.hpp>
#include <lockstep/physics/robots/ant.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <lockstep/physics/robots/pusher.hpp>
#include <lockstep/physics/robots/reacher.hpp>
#include <lockstep/physics/scene.hpp>
#include <tests/physics/robots.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

namespace {

double distance(ls::vec3<double> const& a, ls::vec3<double> const& b) { return std::sqrt(dot(a - b, a - b)); }

/// Somewhere far off, turned, bent.
std::vector<double> posed(physics::model const& m) {
    std::vector<double> qpos(m.initial_qpos.begin(), m.initial_qpos.end());
    for (std::size_t i = 0; i < qpos.size(); ++i) {
        qpos[i] += 0.3 * std::sin(1.0 + static_cast<double>(i));
    }
    return qpos;
}

}  // namespace

TEST_CASE("a scene holds every geom in the words of its author, those of fused bodies too") {
    constexpr physics::scene scene = physics::scene_of(physics::tripod);
    CHECK(scene.name == "tripod");
    CHECK(scene.ground);
    REQUIRE(scene.shapes.size() == 5);
    CHECK(scene.shapes[0].type == physics::geom_type::sphere);
    CHECK(scene.shapes[0].size.size() == 1);
    CHECK(scene.shapes[1].name == "front");
    CHECK(scene.shapes[1].size[1] == 0.15);
    CHECK(scene.shapes[2].body == "toe");
    CHECK(scene.shapes[2].at.body == scene.shapes[1].at.body);
    CHECK_FALSE(physics::scene_of(physics::reacher).ground);
    CHECK(physics::scene_of(physics::pusher).ground_height == -0.325);
}

TEST_CASE("what stands where nobody touches it is scenery, in the colours of the text") {
    physics::robot const r = physics::read_mjcf(R"(<mujoco><compiler angle="degree"/>
      <default><geom rgba="0.1 0.2 0.3 1"/></default>
      <worldbody>
        <body name="shelf" pos="1 0 2" euler="0 0 90">
          <geom name="board" type="box" size="0.3 0.2 0.1" pos="1 0 0" contype="0" conaffinity="0" rgba="0 1 0 0.5"/>
          <geom name="rod" type="capsule" size="0.1" fromto="0 0 0 1 0 0" contype="0" conaffinity="0"/>
        </body>
        <geom type="plane" size="1 1 1" pos="0 0 -5" contype="0" conaffinity="0"/>
        <body name="arm"><joint/><geom name="arm" size="0.1"/></body>
      </worldbody></mujoco>)");
    auto const scene = physics::scene_of(r);
    REQUIRE(scene.shapes.size() == 3);
    CHECK(scene.shapes[0].paint == physics::color{0.1f, 0.2f, 0.3f, 1});
    CHECK(scene.shapes[1].name == "board");
    CHECK(scene.shapes[1].body == "world");
    CHECK(scene.shapes[1].paint == physics::color{0, 1, 0, 0.5f});
    auto const poses = physics::poses(scene, physics::compile(r), std::vector{0.3});
    CHECK(distance(poses[1].position, {1, 1, 2}) < 1e-14);
    CHECK(distance(rotation(poses[1].orientation).x, {0, -1, 0}) < 1e-14);
    CHECK(distance(poses[2].position, {1, 0.5, 2}) < 1e-14);
    CHECK(std::abs(rotation(poses[2].orientation).y.z) == doctest::Approx(1));
    std::string const written = physics::to_mjcf(r);
    CHECK(physics::read_mjcf(written).scenery[0].paint == r.scenery[0].paint);
    CHECK(physics::scene_of(physics::reacher).shapes[3].paint[0] == 0.9f);
}

// The points that touch the ground have a way of their own from the robot to the world, and MuJoCo's forces to prove it.
TEST_CASE("the ends of capsules and the centres of spheres are where contacts are found") {
    for (auto const& [robot, m] :
         {std::pair(&physics::half_cheetah, &physics::half_cheetah_model), std::pair(&physics::ant, &physics::ant_model),
          std::pair(&physics::tripod, &physics::tripod_model)}) {
        auto const qpos = posed(*m);
        auto const scene = physics::scene_of(*robot);
        auto const poses = physics::poses(scene, *m, qpos);
        auto const k = physics::forward_kinematics<double>(*m, qpos);
        std::size_t point = 0;
        for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
            physics::shape const& shape = scene.shapes[i];
            auto const& [position, orientation] = poses[i];
            bool const capsule = shape.type == physics::geom_type::capsule;
            for (double const end : {1.0, -1.0}) {
                if (!capsule && end < 0) {
                    continue;
                }
                double const along = capsule ? end * shape.size[1] : 0;
                physics::model::point const& p = m->points[point++];
                double const height = position.z + along * rotation(orientation).z.z - shape.size[0];
                CHECK(height == doctest::Approx(physics::distance_to_ground(p, k)));
            }
        }
        CHECK(point == m->points.size());
    }
}

TEST_CASE("a robot that goes somewhere takes its shapes along") {
    auto const scene = physics::scene_of(physics::ant);
    auto qpos = posed(physics::ant_model);
    auto const before = physics::poses(scene, physics::ant_model, qpos);
    qpos[0] += 3;
    qpos[1] -= 2;
    qpos[2] += 1;
    auto const after = physics::poses(scene, physics::ant_model, qpos);
    for (std::size_t i = 0; i < before.size(); ++i) {
        CHECK(distance(after[i].position, before[i].position + ls::vec3<double>{3, -2, 1}) < 1e-14);
    }
}

TEST_CASE("the reacher's fingertip and target are where its environment says") {
    double const a = 0.7, b = -1.1;
    auto const poses =
        physics::poses(physics::scene_of(physics::reacher), physics::reacher_model, std::vector{a, b, 0.05, -0.12});
    CHECK(distance(poses[2].position,
                   {0.1 * std::cos(a) + 0.11 * std::cos(a + b), 0.1 * std::sin(a) + 0.11 * std::sin(a + b), 0.01}) < 1e-14);
    CHECK(distance(poses[3].position, {0.05, -0.12, 0.01}) < 1e-14);
}

TEST_CASE("the quaternion of a rotation gives that rotation back, half turns included") {
    for (ls::quaternion<double> const& q : {ls::quaternion<double>{1, 0, 0, 0},
                                            {0, 1, 0, 0},
                                            {0, 0, 1, 0},
                                            {0, 0, 0, 1},
                                            {0.5, -0.5, 0.5, 0.5},
                                            {0.1, 0.7, -0.5, 0.5},
                                            {-1e-9, 0.6, 0.8, 0}}) {
        auto const matrix = rotation(q), again = rotation(physics::quaternion_of(matrix));
        CHECK(distance(matrix.x, again.x) < 1e-14);
        CHECK(distance(matrix.y, again.y) < 1e-14);
        CHECK(distance(matrix.z, again.z) < 1e-14);
    }
}
