// SPDX-License-Identifier: MIT
// lines(clang++): 19
// error(clang++): must be initialized by a constant expression
// note: a body that moves has no mass
// error(g++): array subscript value '4' is outside the bounds of array 'lockstep::physics::mjcf::mjcf_error_in_line'
// note(clang++): mjcf_error(4, {{4, &"body"[0]}}, {{0, &""[0]}}, &"a body that moves has no mass"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body> <joint/> <geom size="0.1"/>
      <body> <joint/> <geom size="0.1" mass="0"/> </body>
    </body>
  </worldbody>
</mujoco>)");
