// SPDX-License-Identifier: MIT
// error(clang++): must be initialized by a constant expression
// error(g++): line_of_the_text[3] < (const char*)"body" || (const char*)"" < (const char*)"nothing moves: a body needs a joint"
// note(clang++): mjcf_error({3, &"body"[0], &""[0], &"nothing moves: a body needs a joint"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="post"> <geom size="0.1"/> </body>
  </worldbody>
</mujoco>)");
