// SPDX-License-Identifier: MIT
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[4] < (const char*)"joint" || (const char*)"" < (const char*)"this attribute is not supported"
// note(clang++): mjcf_error({4, &"joint"[0], &""[0], &"this attribute is not supported"[0], {{&"r"[0], &"n"[0], &"a"[0], &"g"[0], &"e"[0], &""[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="arm">
      <joint name="shoulder" rnage="-40 40"/>
      <geom size="0.1"/>
    </body>
  </worldbody>
</mujoco>)");
