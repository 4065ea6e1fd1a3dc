// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include <lockstep/physics/integrate.hpp>
#include <lockstep/physics/robots/half_cheetah.hpp>
#include <tests/physics/robots.hpp>

namespace physics = lockstep::physics;

TEST_CASE("slides and hinges add up") {
    std::vector<double> qpos(9, 1.0), displacement(9);
    for (std::size_t i = 0; i < 9; ++i) {
        displacement[i] = 0.1 * static_cast<double>(i);
    }
    physics::integrate_position<double>(physics::half_cheetah_model, qpos, displacement);
    for (std::size_t i = 0; i < 9; ++i) {
        CHECK(qpos[i] == doctest::Approx(1 + displacement[i]));
    }
}

TEST_CASE("a free joint moves in world axes and turns in its own") {
    physics::model const& m = physics::tripod_model;
    double const half = std::sqrt(0.5);
    std::vector<double> qpos = {1, 2, 3, half, 0, 0, half, 0, 0, 0};  // a quarter turn about z
    std::vector<double> displacement(m.qvel_size(), 0.0);
    displacement[0] = 0.5;
    displacement[3] = 3.14159265358979;  // half a turn about its own x, which is the world's y
    physics::integrate_position<double>(m, qpos, displacement);
    CHECK(qpos[0] == doctest::Approx(1.5));
    CHECK(qpos[3] == doctest::Approx(0).epsilon(1e-12));
    CHECK(qpos[4] == doctest::Approx(half));
    CHECK(qpos[5] == doctest::Approx(half));
    CHECK(std::abs(qpos[6]) < 1e-12);
}
