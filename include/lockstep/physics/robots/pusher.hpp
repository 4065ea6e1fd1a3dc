// SPDX-License-Identifier: MIT
// The arm of seven joints at a table that pushes a cylinder, as OpenAI Gym and Gymnasium define it. There is no gravity. The
// cylinder and its goal are bodies on two slides each, so they stay upright at their height. Only the facts are here. Everything
// else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr std::string_view pusher_mjcf = R"(<mujoco model="pusher">
  <compiler angle="radian"/>
  <option timestep="0.01" gravity="0 0 0"/>
  <default>
    <joint axis="0 1 0" armature="0.04" damping="0.1"/>
    <geom type="capsule" density="300" friction="0.8" margin="0.002" condim="1" contype="0" conaffinity="0"/>
    <motor ctrlrange="-2 2"/>
    <default class="shoulder">
      <joint damping="1"/>
      <geom type="sphere"/>
    </default>
    <default class="finger">
      <geom size="0.02" contype="1" conaffinity="1"/>
    </default>
    <default class="table">
      <joint type="slide" damping="0.5" range="-10.3213 10.3"/>
      <geom type="cylinder" density="0.01"/>
    </default>
  </default>
  <worldbody>
    <geom name="table" type="plane" pos="0 0.5 -0.325" size="1 1 0.1" contype="1" conaffinity="1"/>
    <body name="shoulder_pan" pos="0 -0.6 0">
      <joint name="shoulder_pan" class="shoulder" axis="0 0 1" range="-2.2854 1.714602"/>
      <geom name="left_eye" class="shoulder" pos="-0.06 0.05 0.2" size="0.05"/>
      <geom name="right_eye" class="shoulder" pos="0.06 0.05 0.2" size="0.05"/>
      <geom name="left_pupil" class="shoulder" pos="-0.06 0.09 0.2" size="0.03"/>
      <geom name="right_pupil" class="shoulder" pos="0.06 0.09 0.2" size="0.03"/>
      <geom name="column" fromto="0 0 -0.4 0 0 0.2" size="0.1"/>
      <body name="shoulder_lift" pos="0.1 0 0">
        <joint name="shoulder_lift" class="shoulder" range="-0.5236 1.3963"/>
        <geom name="shoulder" fromto="0 -0.1 0 0 0.1 0" size="0.1"/>
        <body name="upper_arm_roll">
          <joint name="upper_arm_roll" axis="1 0 0" range="-1.5 1.7"/>
          <geom name="upper_arm_roll" fromto="-0.1 0 0 0.1 0 0" size="0.02"/>
          <body name="upper_arm">
            <geom name="upper_arm" fromto="0 0 0 0.4 0 0" size="0.06"/>
            <body name="elbow" pos="0.4 0 0">
              <joint name="elbow" range="-2.3213 0"/>
              <geom name="elbow" fromto="0 -0.02 0 0 0.02 0" size="0.06"/>
              <body name="forearm_roll">
                <joint name="forearm_roll" axis="1 0 0" range="-1.5 1.5"/>
                <geom name="forearm_roll" fromto="-0.1 0 0 0.1 0 0" size="0.02"/>
                <body name="forearm">
                  <geom name="forearm" fromto="0 0 0 0.291 0 0" size="0.05"/>
                  <body name="wrist_flex" pos="0.321 0 0">
                    <joint name="wrist_flex" range="-1.094 0"/>
                    <geom name="wrist_flex" fromto="0 -0.02 0 0 0.02 0" size="0.01"/>
                    <body name="wrist_roll">
                      <joint name="wrist_roll" axis="1 0 0" range="-1.5 1.5"/>
                      <geom name="palm" class="finger" fromto="0 -0.1 0 0 0.1 0"/>
                      <geom name="right_finger" class="finger" fromto="0 -0.1 0 0.1 -0.1 0"/>
                      <geom name="left_finger" class="finger" fromto="0 0.1 0 0.1 0.1 0"/>
                      <body name="tips">
                        <geom name="right_tip" type="sphere" pos="0.1 -0.1 0" size="0.01"/>
                        <geom name="left_tip" type="sphere" pos="0.1 0.1 0" size="0.01"/>
                      </body>
                    </body>
                  </body>
                </body>
              </body>
            </body>
          </body>
        </body>
      </body>
    </body>
    <body name="object" pos="0.45 -0.05 -0.275">
      <joint name="object_y" class="table"/>
      <joint name="object_x" class="table" axis="1 0 0"/>
      <geom name="object" class="table" size="0.05 0.05" contype="1"/>
    </body>
    <body name="goal" pos="0.45 -0.05 -0.323">
      <joint name="goal_y" class="table"/>
      <joint name="goal_x" class="table" axis="1 0 0"/>
      <geom name="goal" class="table" size="0.08 0.001" density="0.00001" rgba="0.9 0.2 0.2 1"/>
    </body>
  </worldbody>
  <actuator>
    <motor joint="shoulder_pan"/>
    <motor joint="shoulder_lift"/>
    <motor joint="upper_arm_roll"/>
    <motor joint="elbow"/>
    <motor joint="forearm_roll"/>
    <motor joint="wrist_flex"/>
    <motor joint="wrist_roll"/>
  </actuator>
</mujoco>
)";

inline constexpr robot pusher = read_mjcf(pusher_mjcf);
inline constexpr model pusher_model = compile(pusher);

}  // namespace lockstep::physics
