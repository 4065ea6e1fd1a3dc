// SPDX-License-Identifier: MIT
// An arm with the lengths, masses, torques and ranges that Universal Robots publishes for its UR5e. Each link is a capsule. The
// joints are damped so that the full torque keeps a joint at the published 180 degrees a second. Nothing touches. Only the facts
// are here. Everything else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr std::string_view ur5e_mjcf = R"(<mujoco model="ur5e">
  <compiler angle="degree"/>
  <option timestep="0.0025"/>
  <default>
    <joint axis="0 1 0" armature="0.1" damping="48" range="-360 360"/>
    <geom type="capsule" contype="0" conaffinity="0"/>
    <motor ctrlrange="-1 1" gear="150"/>
    <default class="wrist">
      <joint damping="9"/>
      <motor gear="28"/>
    </default>
  </default>
  <worldbody>
    <body name="shoulder" pos="0 0 0.1625">
      <joint name="shoulder_pan" axis="0 0 1"/>
      <geom name="shoulder" fromto="0 0 -0.06 0 0 0" size="0.06" mass="3.761"/>
      <body name="upper_arm">
        <joint name="shoulder_lift"/>
        <geom name="upper_arm" fromto="0 0 0 0 0 0.425" size="0.055" mass="8.058"/>
        <body name="forearm" pos="0 0 0.425">
          <joint name="elbow" range="-180 180"/>
          <geom name="forearm" fromto="0 0 0 0 0 0.3922" size="0.045" mass="2.846"/>
          <body name="wrist_1" pos="0 0 0.3922">
            <joint name="wrist_1" class="wrist"/>
            <geom name="wrist_1" fromto="0 0 0 0 0.1333 0" size="0.04" mass="1.37"/>
            <body name="wrist_2" pos="0 0.1333 0">
              <joint name="wrist_2" class="wrist" axis="0 0 1"/>
              <geom name="wrist_2" fromto="0 0 0 0 0 0.0997" size="0.04" mass="1.3"/>
              <body name="wrist_3" pos="0 0 0.0997">
                <joint name="wrist_3" class="wrist"/>
                <geom name="wrist_3" fromto="0 0 0 0 0.0996 0" size="0.035" mass="0.365"/>
              </body>
            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="shoulder_pan"/>
    <motor joint="shoulder_lift"/>
    <motor joint="elbow"/>
    <motor joint="wrist_1" class="wrist"/>
    <motor joint="wrist_2" class="wrist"/>
    <motor joint="wrist_3" class="wrist"/>
  </actuator>
</mujoco>
)";

inline constexpr robot ur5e = read_mjcf(ur5e_mjcf);
inline constexpr model ur5e_model = compile(ur5e);

}  // namespace lockstep::physics
