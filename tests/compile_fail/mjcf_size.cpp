// SPDX-License-Identifier: MIT
// lines(clang++): 28
// error(clang++): must be initialized by a constant expression
// note: the size is negative
// error(g++): array subscript value '4' is outside the bounds of array 'lockstep::physics::mjcf::mjcf_error_in_line'
// note(clang++): mjcf_error(4, {{4, &"geom"[0]}}, {{4, &"size"[0]}}, &"the size is negative"[0], {{0, &""[0]}, {{&"0"[0], &"."[0], &"1"[0], &"?"[0], &"-"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body> <joint/>
      <geom type="box" size="0.1 -0.2 0.3"/>
    </body>
  </worldbody>
</mujoco>)");
