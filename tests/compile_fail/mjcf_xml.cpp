// SPDX-License-Identifier: MIT
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[4] < (const char*)"body" || (const char*)"" < (const char*)"another element is closed"
// note(clang++): mjcf_error({4, &"body"[0], &""[0], &"another element is closed"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="arm">
  </worldbody>
</mujoco>)");
