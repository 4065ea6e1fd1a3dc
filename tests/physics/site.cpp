// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <cmath>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/site.hpp>

namespace ls = lockstep;
namespace physics = lockstep::physics;

TEST_CASE("a site goes where its body goes, and one of the world stays") {
    constexpr physics::robot r = physics::read_mjcf(R"(<mujoco>
      <compiler angle="radian"/>
      <worldbody>
        <site name="goal" pos="1 2 3"/>
        <body pos="0 0 1">
          <joint type="slide" axis="1 0 0"/> <joint axis="0 1 0"/> <geom size="0.1"/>
          <body pos="0.5 0 0"> <site name="tip" pos="0.5 0 0"/> </body>
        </body>
      </worldbody>
    </mujoco>)");
    constexpr physics::model m = physics::compile(r);
    constexpr std::size_t goal = physics::index_of_site(r, "goal"), tip = physics::index_of_site(r, "tip");
    physics::per_dof<double> const qpos = {4, 0.3};
    auto const k = physics::forward_kinematics<double>(m, qpos);
    CHECK(physics::site_position(m, k, goal).y == 2);
    CHECK(physics::site_orientation(m, k, goal).x.x == 1);
    ls::vec3<double> const at = physics::site_position(m, k, tip);
    CHECK(at.x == doctest::Approx(4 + std::cos(0.3)));
    CHECK(at.y == 0);
    CHECK(at.z == doctest::Approx(1 - std::sin(0.3)));
    CHECK(physics::site_orientation(m, k, tip).x.z == doctest::Approx(std::sin(0.3)));
}
