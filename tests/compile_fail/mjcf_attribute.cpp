// SPDX-License-Identifier: MIT
// lines(clang++): 28
// error(clang++): must be initialized by a constant expression
// note: this attribute is not supported
// note(g++): read_joint
// error(g++): array subscript value '4' is outside the bounds of array 'lockstep::physics::mjcf::mjcf_error_in_line'
// note(clang++): mjcf_error(4, {{5, &"joint"[0]}}, {{0, &""[0]}}, &"this attribute is not supported"[0], {{0, &""[0]}, {{&"r"[0], &"n"[0], &"a"[0], &"g"[0], &"e"[0], &""[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="arm">
      <joint name="shoulder" rnage="-40 40"/>
      <geom size="0.1"/>
    </body>
  </worldbody>
</mujoco>)");
