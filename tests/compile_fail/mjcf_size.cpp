// SPDX-License-Identifier: MIT
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[4] < (const char*)"geom" || (const char*)"size" < (const char*)"the size is negative"
// note(clang++): mjcf_error({4, &"geom"[0], &"size"[0], &"the size is negative"[0], {{&"0"[0], &"."[0], &"1"[0], &"?"[0], &"-"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body> <joint/>
      <geom type="box" size="0.1 -0.2 0.3"/>
    </body>
  </worldbody>
</mujoco>)");
