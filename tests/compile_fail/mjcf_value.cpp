// SPDX-License-Identifier: MIT
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[4] < (const char*)"joint" || (const char*)"range" < (const char*)"the lower end is not below the upper end"
// note(clang++): mjcf_error({4, &"joint"[0], &"range"[0], &"the lower end is not below the upper end"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="arm">
      <joint name="shoulder" range="40 -40"/>
      <geom size="0.1"/>
    </body>
  </worldbody>
</mujoco>)");
