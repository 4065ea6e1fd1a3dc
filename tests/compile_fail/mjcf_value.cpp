// SPDX-License-Identifier: MIT
// lines(clang++): 31
// error(clang++): must be initialized by a constant expression
// note: the lower end is not below the upper end
// note: "range"
// note(g++): read_joint
// error(g++): array subscript value '4' is outside the bounds of array 'lockstep::physics::mjcf::mjcf_error_in_line'
// note(clang++): mjcf_error(4, {{5, &"joint"[0]}}, {{5, &"range"[0]}}, &"the lower end is not below the upper end"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="arm">
      <joint name="shoulder" range="40 -40"/>
      <geom size="0.1"/>
    </body>
  </worldbody>
</mujoco>)");
