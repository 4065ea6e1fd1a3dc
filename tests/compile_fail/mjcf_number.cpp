// SPDX-License-Identifier: MIT
// The mistake that the most calls of the reader lead to.
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[5] < (const char*)"geom" || (const char*)"size" < (const char*)"this is not a number"
// note(clang++): mjcf_error({5, &"geom"[0], &"size"[0], &"this is not a number"[0], {{&"0"[0], &"."[0], &"1"[0], &"?"[0], &""[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="arm">
      <joint name="shoulder" range="-40 40"/>
      <geom type="capsule" size="0.1, 0.2"/>
    </body>
  </worldbody>
</mujoco>)");
