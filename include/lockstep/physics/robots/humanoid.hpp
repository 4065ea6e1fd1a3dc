// SPDX-License-Identifier: MIT
// The humanoid of Tassa, Erez and Todorov 2012 ("Synthesis and stabilization of complex behaviors through online
// trajectory optimization") as OpenAI Gym and Gymnasium define it: 17 hinges on a free torso, 42 kg. Its two tendons exert
// no force and are left out. Only the facts are here. Everything else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr std::string_view humanoid_mjcf = R"(<mujoco model="humanoid">
  <compiler angle="degree"/>
  <option timestep="0.003" integrator="RK4"/>
  <default>
    <joint damping="5" stiffness="10" armature="0.01"/>
    <geom type="capsule" size="0.06" margin="0.001" condim="1"/>
    <motor ctrlrange="-0.4 0.4" gear="100"/>
    <default class="waist">
      <joint stiffness="20" armature="0.02"/>
    </default>
    <default class="knee">
      <joint axis="0 -1 0" pos="0 0 0.02" range="-160 -2" damping="1" stiffness="0" armature="0.006"/>
      <geom size="0.049"/>
    </default>
    <default class="arm">
      <joint damping="1" stiffness="1"/>
      <geom size="0.04"/>
      <motor gear="25"/>
    </default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="20 20 1" condim="3"/>
    <body name="torso" pos="0 0 1.4">
      <freejoint name="root"/>
      <geom name="torso" fromto="0 -0.07 0 0 0.07 0" size="0.07"/>
      <geom name="head" type="sphere" pos="0 0 0.19" size="0.09"/>
      <geom name="upper_waist" fromto="-0.01 -0.06 -0.12 -0.01 0.06 -0.12"/>
      <body name="lower_waist" pos="-0.01 0 -0.26" quat="1 0 -0.002 0">
        <geom name="lower_waist" fromto="0 -0.06 0 0 0.06 0"/>
        <joint name="abdomen_z" class="waist" axis="0 0 1" pos="0 0 0.065" range="-45 45"/>
        <joint name="abdomen_y" class="waist" axis="0 1 0" pos="0 0 0.065" range="-75 30" stiffness="10"/>
        <body name="pelvis" pos="0 0 -0.165" quat="1 0 -0.002 0">
          <joint name="abdomen_x" class="waist" axis="1 0 0" pos="0 0 0.1" range="-35 35" stiffness="10"/>
          <geom name="pelvis" fromto="-0.02 -0.07 0 -0.02 0.07 0" size="0.09"/>
          <body name="right_thigh" pos="0 -0.1 -0.04">
            <joint name="right_hip_x" axis="1 0 0" range="-25 5"/>
            <joint name="right_hip_z" axis="0 0 1" range="-60 35"/>
            <joint name="right_hip_y" axis="0 1 0" range="-110 20" stiffness="20" armature="0.008"/>
            <geom name="right_thigh" fromto="0 0 0 0 0.01 -0.34"/>
            <body name="right_shin" pos="0 0.01 -0.403">
              <joint name="right_knee" class="knee"/>
              <geom name="right_shin" class="knee" fromto="0 0 0 0 0 -0.3"/>
              <body name="right_foot" pos="0 0 -0.45">
                <geom name="right_foot" type="sphere" pos="0 0 0.1" size="0.075"/>
              </body>
            </body>
          </body>
          <body name="left_thigh" pos="0 0.1 -0.04">
            <joint name="left_hip_x" axis="-1 0 0" range="-25 5"/>
            <joint name="left_hip_z" axis="0 0 -1" range="-60 35"/>
            <joint name="left_hip_y" axis="0 1 0" range="-110 20" stiffness="20"/>
            <geom name="left_thigh" fromto="0 0 0 0 -0.01 -0.34"/>
            <body name="left_shin" pos="0 -0.01 -0.403">
              <joint name="left_knee" class="knee" stiffness="1"/>
              <geom name="left_shin" class="knee" fromto="0 0 0 0 0 -0.3"/>
              <body name="left_foot" pos="0 0 -0.45">
                <geom name="left_foot" type="sphere" pos="0 0 0.1" size="0.075"/>
              </body>
            </body>
          </body>
        </body>
      </body>
      <body name="right_upper_arm" pos="0 -0.17 0.06">
        <joint name="right_shoulder1" class="arm" axis="2 1 1" range="-85 60" armature="0.0068"/>
        <joint name="right_shoulder2" class="arm" axis="0 -1 1" range="-85 60" armature="0.0051"/>
        <geom name="right_upper_arm" class="arm" fromto="0 0 0 0.16 -0.16 -0.16"/>
        <body name="right_lower_arm" pos="0.18 -0.18 -0.18">
          <joint name="right_elbow" class="arm" axis="0 -1 1" range="-90 50" stiffness="0" armature="0.0028"/>
          <geom name="right_lower_arm" class="arm" fromto="0.01 0.01 0.01 0.17 0.17 0.17" size="0.031"/>
          <geom name="right_hand" class="arm" type="sphere" pos="0.18 0.18 0.18"/>
        </body>
      </body>
      <body name="left_upper_arm" pos="0 0.17 0.06">
        <joint name="left_shoulder1" class="arm" axis="2 -1 1" range="-60 85" armature="0.0068"/>
        <joint name="left_shoulder2" class="arm" axis="0 1 1" range="-60 85" armature="0.0051"/>
        <geom name="left_upper_arm" class="arm" fromto="0 0 0 0.16 0.16 -0.16"/>
        <body name="left_lower_arm" pos="0.18 0.18 -0.18">
          <joint name="left_elbow" class="arm" axis="0 -1 -1" range="-90 50" stiffness="0" armature="0.0028"/>
          <geom name="left_lower_arm" class="arm" fromto="0.01 -0.01 0.01 0.17 -0.17 0.17" size="0.031"/>
          <geom name="left_hand" class="arm" type="sphere" pos="0.18 -0.18 0.18"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="abdomen_y"/>
    <motor joint="abdomen_z"/>
    <motor joint="abdomen_x"/>
    <motor joint="right_hip_x"/>
    <motor joint="right_hip_z"/>
    <motor joint="right_hip_y" gear="300"/>
    <motor joint="right_knee" gear="200"/>
    <motor joint="left_hip_x"/>
    <motor joint="left_hip_z"/>
    <motor joint="left_hip_y" gear="300"/>
    <motor joint="left_knee" gear="200"/>
    <motor joint="right_shoulder1" class="arm"/>
    <motor joint="right_shoulder2" class="arm"/>
    <motor joint="right_elbow" class="arm"/>
    <motor joint="left_shoulder1" class="arm"/>
    <motor joint="left_shoulder2" class="arm"/>
    <motor joint="left_elbow" class="arm"/>
  </actuator>
</mujoco>
)";

inline constexpr robot humanoid = read_mjcf(humanoid_mjcf);
inline constexpr model humanoid_model = compile(humanoid);

}  // namespace lockstep::physics
