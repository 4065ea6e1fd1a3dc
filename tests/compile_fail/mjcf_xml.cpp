// SPDX-License-Identifier: MIT
// lines(clang++): 22
// error(clang++): must be initialized by a constant expression
// note: another element is closed
// error(g++): array subscript value '4' is outside the bounds of array 'lockstep::physics::mjcf::mjcf_error_in_line'
// note(clang++): mjcf_error(4, {{4, &"body"[0]}}, {{0, &""[0]}}, &"another element is closed"[0]
#include <lockstep/physics/mjcf/read_mjcf.hpp>

constexpr auto robot = lockstep::physics::read_mjcf(R"(<mujoco>
  <worldbody>
    <body name="arm">
  </worldbody>
</mujoco>)");
