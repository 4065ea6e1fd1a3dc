// SPDX-License-Identifier: MIT
// lines(clang++): 25
// A class inside itself.
// error(clang++): must be initialized by a constant expression
// note: the class is there already
// error(g++): array subscript value '5' is outside the bounds of array 'lockstep::physics::mjcf::mjcf_error_in_line'
// note(clang++): mjcf_error(5, {{7, &"default"[0]}}, {{5, &"class"[0]}}, &"the class is there already"[0], {{0, &""[0]}, {{&"l"[0], &"e"[0], &"g"[0], &""[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <default>
    <default class="leg">
      <joint damping="1"/>
      <default class="leg"/>
    </default>
  </default>
  <worldbody> <body> <joint/> <geom size="0.1"/> </body> </worldbody>
</mujoco>)");
