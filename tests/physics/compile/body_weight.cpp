// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/compile/body_weight.hpp>
#include <lockstep/physics/read_mjcf.hpp>

namespace physics = lockstep::physics;

namespace {

double weight(std::string_view text) {
    physics::robot const r = physics::read_mjcf(text);
    physics::model const m = physics::compile(r);
    return physics::inverse_weight_of(r, {0, {0, 0, 0}, lockstep::identity3<double>()}, 0, physics::reference_pose(m), m);
}

}  // namespace

TEST_CASE("a body that only slides weighs its mass in all directions, one that turns the mean") {
    CHECK(weight("<mujoco><worldbody><body><joint type='slide' axis='1 0 0'/><geom size='1' mass='4'/></body></worldbody>"
                 "</mujoco>") == doctest::Approx(0.25));
    CHECK(weight("<mujoco><worldbody><body><joint type='slide' axis='1 0 0'/><geom size='1' mass='4' pos='1 0 0'/></body>"
                 "</worldbody></mujoco>") == doctest::Approx(0.25 / 3));
    CHECK(weight("<mujoco><worldbody><body><freejoint/><geom size='1' mass='4'/></body></worldbody></mujoco>") ==
          doctest::Approx(0.25));
}
