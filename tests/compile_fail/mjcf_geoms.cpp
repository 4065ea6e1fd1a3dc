// SPDX-License-Identifier: MIT
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[12] < (const char*)"geom" || (const char*)"" < (const char*)"a body has more geoms than physics::body holds"
// note(clang++): mjcf_error({12, &"geom"[0], &""[0], &"a body has more geoms than physics::body holds"[0]
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
