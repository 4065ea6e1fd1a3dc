// SPDX-License-Identifier: MIT
// A class inside itself.
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[5] < (const char*)"default" || (const char*)"class" < (const char*)"the class is there already"
// note(clang++): mjcf_error({5, &"default"[0], &"class"[0], &"the class is there already"[0], {{&"l"[0], &"e"[0], &"g"[0], &""[0]
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
