// SPDX-License-Identifier: MIT
// lines(clang++): 19
// error(clang++): must be initialized by a constant expression
// note: nothing moves: a body needs a joint
// error(g++): array subscript value '3' is outside the bounds of array 'lockstep::physics::mjcf::mjcf_error_in_line'
// note(clang++): mjcf_error(3, {{4, &"body"[0]}}, {{0, &""[0]}}, &"nothing moves: a body needs a joint"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="post"> <geom size="0.1"/> </body>
  </worldbody>
</mujoco>)");
