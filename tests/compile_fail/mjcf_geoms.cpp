// SPDX-License-Identifier: MIT
// lines(clang++): 25
// error(clang++): must be initialized by a constant expression
// note: a body has more geoms than physics::body holds
// error(g++): array subscript value '12' is outside the bounds of array 'lockstep::physics::mjcf::mjcf_error_in_line'
// note(clang++): mjcf_error(12, {{4, &"geom"[0]}}, {{0, &""[0]}}, &"a body has more geoms than physics::body holds"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body> <joint/>
      <geom size="0.1"/>
      <geom size="0.1"/>
      <geom size="0.1"/>
      <geom size="0.1"/>
      <geom size="0.1"/>
      <geom size="0.1"/>
      <geom size="0.1"/>
      <geom size="0.1"/>
      <geom size="0.1"/>
    </body>
  </worldbody>
</mujoco>)");
