// SPDX-License-Identifier: MIT
// A number that no int holds, where an int belongs: the mistake is reported, and not the conversion.
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[13] < (const char*)"pair" || (const char*)"condim" < (const char*)"only contacts of condim 1 and 3 are supported"
// note(clang++): mjcf_error({13, &"pair"[0], &"condim"[0], &"only contacts of condim 1 and 3 are supported"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="arm">
      <joint name="shoulder"/>
      <geom name="upper" size="0.1"/>
      <body name="forearm">
        <joint name="elbow"/>
        <geom name="lower" size="0.1"/>
      </body>
    </body>
  </worldbody>
  <contact>
    <pair geom1="upper" geom2="lower" condim="1e10"/>
  </contact>
</mujoco>)");
