// SPDX-License-Identifier: MIT
#include <functional>

#include <doctest/doctest.h>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/compile/planar.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("a robot is planar if all its joints and bodies are") {
    CHECK(physics::half_cheetah_model.planar);
    CHECK_FALSE(physics::tripod_model.planar);
    // No template: a copy of a robot is a long text to a compiler.
    auto const planar_after = [](std::function<void(physics::robot&)> const& change) {
        physics::robot r = physics::half_cheetah;
        change(r);
        return physics::compile(r).planar;
    };
    CHECK_FALSE(planar_after([](physics::robot& r) { r.bodies[1].joints[0].axis = {0, 1, 0.1}; }));
    CHECK_FALSE(planar_after([](physics::robot& r) { r.bodies[0].joints[0].axis = {1, 1, 0}; }));
    CHECK_FALSE(planar_after([](physics::robot& r) { r.bodies[1].joints[0].position = {0, 0.1, 0}; }));
    CHECK_FALSE(planar_after([](physics::robot& r) { r.bodies[1].position.y = 0.1; }));
    CHECK_FALSE(planar_after([](physics::robot& r) { r.bodies[1].orientation = {0.8, 0.6, 0, 0}; }));
    CHECK_FALSE(planar_after([](physics::robot& r) { r.bodies[1].geoms[0].position.y = 0.1; }));
    CHECK_FALSE(planar_after([](physics::robot& r) { r.bodies[1].geoms[0].axis = {0, 0.6, 0.8}; }));
    CHECK(planar_after([](physics::robot& r) { r.bodies[1].orientation = {0.8, 0, 0.6, 0}; }));
    auto const planar_with = [&](physics::geom const& g) {
        return planar_after([&](physics::robot& r) { r.bodies[1].geoms[0] = g; });
    };
    physics::geom const wheel{
        .type = physics::geom_type::cylinder, .radius = 0.1, .half_length = 0.1, .axis = {0, 1, 0}, .conaffinity = 0};
    physics::geom box{
        .type = physics::geom_type::box, .half_sizes = {0.1, 0.2, 0.3}, .orientation = {0.8, 0, 0.6, 0}, .conaffinity = 0};
    CHECK(planar_with(wheel));
    CHECK(planar_with(box));
    box.orientation = {0.8, 0, 0, 0.6};
    CHECK_FALSE(planar_with(box));
}
