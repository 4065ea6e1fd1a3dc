// SPDX-License-Identifier: MIT
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[4] < (const char*)"body" || (const char*)"" < (const char*)"a body that moves has no mass"
// note(clang++): mjcf_error({4, &"body"[0], &""[0], &"a body that moves has no mass"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body> <joint/> <geom size="0.1"/>
      <body> <joint/> <geom size="0.1" mass="0"/> </body>
    </body>
  </worldbody>
</mujoco>)");
