// SPDX-License-Identifier: MIT
// Two arms that stand opposite each other at a table. Each is the arm of Reacher, as OpenAI Gym and Gymnasium define it. The
// second moves above the first, and contacts are off. Only the facts are here. Everything else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr std::string_view reachers_mjcf = R"(<mujoco model="reachers">
  <compiler angle="radian"/>
  <option timestep="0.01"/>
  <default>
    <joint axis="0 0 1" armature="1" damping="1"/>
    <geom type="capsule" size="0.01" contype="0" conaffinity="0"/>
    <motor ctrlrange="-1 1" gear="200"/>
  </default>
  <worldbody>
    <body name="left_upper_arm" pos="-0.12 0 0.01" euler="0 0 1.5707963267948966">
      <joint name="left_shoulder"/>
      <geom name="left_upper_arm" fromto="0 0 0 0.1 0 0"/>
      <body name="left_forearm" pos="0.1 0 0">
        <joint name="left_elbow" range="-3 3"/>
        <geom name="left_forearm" fromto="0 0 0 0.1 0 0"/>
        <body name="left_fingertip" pos="0.11 0 0">
          <geom name="left_fingertip" type="sphere"/>
        </body>
      </body>
    </body>
    <body name="right_upper_arm" pos="0.12 0 0.03" euler="0 0 -1.5707963267948966">
      <joint name="right_shoulder"/>
      <geom name="right_upper_arm" fromto="0 0 0 0.1 0 0" rgba="0.3 0.5 0.8 1"/>
      <body name="right_forearm" pos="0.1 0 0">
        <joint name="right_elbow" range="-3 3"/>
        <geom name="right_forearm" fromto="0 0 0 0.1 0 0" rgba="0.3 0.5 0.8 1"/>
        <body name="right_fingertip" pos="0.11 0 0">
          <geom name="right_fingertip" type="sphere" rgba="0.3 0.5 0.8 1"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="left_shoulder"/>
    <motor joint="left_elbow"/>
    <motor joint="right_shoulder"/>
    <motor joint="right_elbow"/>
  </actuator>
</mujoco>
)";

inline constexpr robot reachers = read_mjcf(reachers_mjcf);
inline constexpr model reachers_model = compile(reachers);

}  // namespace lockstep::physics
