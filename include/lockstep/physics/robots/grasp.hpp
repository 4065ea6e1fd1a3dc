// SPDX-License-Identifier: MIT
// A hand that can go anywhere, with four fingers of four joints, over a ball on the ground. Only the facts are here. Everything
// else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// The MJCF text of the hand and the ball. The ground may touch the ball and the fingers' outermost links. The ball may also
/// touch these links, and, without friction, the palm and the fingers' middle links. The solver has room for all of these
/// contacts together.
inline constexpr std::string_view grasp_mjcf = R"(<mujoco model="grasp">
  <compiler angle="radian"/>
  <option timestep="0.005"/>
  <default>
    <joint axis="0 1 0" armature="0.002" damping="0.05"/>
    <geom type="capsule" size="0.012" friction="1.5" condim="1" conaffinity="0"/>
    <motor ctrlrange="-1 1"/>
    <default class="palm">
      <joint type="slide" armature="0" damping="10"/>
      <geom type="sphere" contype="4"/>
      <motor gear="30"/>
    </default>
    <default class="inner">
      <geom contype="0"/>
    </default>
    <default class="middle">
      <geom contype="4"/>
    </default>
    <default class="outer">
      <geom contype="2" condim="3"/>
    </default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="40 40 40" contype="0" conaffinity="3" condim="3"/>
    <body name="palm" pos="0 0 0.4">
      <joint name="palm_x" class="palm" axis="1 0 0" range="-1 1"/>
      <joint name="palm_y" class="palm" axis="0 1 0" range="-1 1"/>
      <joint name="palm_z" class="palm" axis="0 0 1" ref="0.4" range="0.1 1.2"/>
      <geom name="palm" class="palm" size="0.05"/>
      <body name="front_inner" pos="0.05 0 -0.02">
        <joint name="front_spread" axis="1 0 0" range="-0.3 0.3"/>
        <joint name="front_knuckle" range="-0.9 1"/>
        <geom name="front_inner" class="inner" fromto="0 0 0 0 0 -0.06"/>
        <body name="front_middle" pos="0 0 -0.06">
          <joint name="front_middle" range="0 1.4"/>
          <geom name="front_middle" class="middle" fromto="0 0 0 0 0 -0.05"/>
          <body name="front_outer" pos="0 0 -0.05">
            <joint name="front_outer" range="0 1.4"/>
            <geom name="front_outer" class="outer" fromto="0 0 0 0 0 -0.05"/>
          </body>
        </body>
      </body>
      <body name="left_inner" pos="0 0.05 -0.02" quat="1 0 0 1">
        <joint name="left_spread" axis="1 0 0" range="-0.3 0.3"/>
        <joint name="left_knuckle" range="-0.9 1"/>
        <geom name="left_inner" class="inner" fromto="0 0 0 0 0 -0.06"/>
        <body name="left_middle" pos="0 0 -0.06">
          <joint name="left_middle" range="0 1.4"/>
          <geom name="left_middle" class="middle" fromto="0 0 0 0 0 -0.05"/>
          <body name="left_outer" pos="0 0 -0.05">
            <joint name="left_outer" range="0 1.4"/>
            <geom name="left_outer" class="outer" fromto="0 0 0 0 0 -0.05"/>
          </body>
        </body>
      </body>
      <body name="rear_inner" pos="-0.05 0 -0.02" quat="0 0 0 1">
        <joint name="rear_spread" axis="1 0 0" range="-0.3 0.3"/>
        <joint name="rear_knuckle" range="-0.9 1"/>
        <geom name="rear_inner" class="inner" fromto="0 0 0 0 0 -0.06"/>
        <body name="rear_middle" pos="0 0 -0.06">
          <joint name="rear_middle" range="0 1.4"/>
          <geom name="rear_middle" class="middle" fromto="0 0 0 0 0 -0.05"/>
          <body name="rear_outer" pos="0 0 -0.05">
            <joint name="rear_outer" range="0 1.4"/>
            <geom name="rear_outer" class="outer" fromto="0 0 0 0 0 -0.05"/>
          </body>
        </body>
      </body>
      <body name="right_inner" pos="0 -0.05 -0.02" quat="1 0 0 -1">
        <joint name="right_spread" axis="1 0 0" range="-0.3 0.3"/>
        <joint name="right_knuckle" range="-0.9 1"/>
        <geom name="right_inner" class="inner" fromto="0 0 0 0 0 -0.06"/>
        <body name="right_middle" pos="0 0 -0.06">
          <joint name="right_middle" range="0 1.4"/>
          <geom name="right_middle" class="middle" fromto="0 0 0 0 0 -0.05"/>
          <body name="right_outer" pos="0 0 -0.05">
            <joint name="right_outer" range="0 1.4"/>
            <geom name="right_outer" class="outer" fromto="0 0 0 0 0 -0.05"/>
          </body>
        </body>
      </body>
    </body>
    <body name="ball" pos="0 0 0.06">
      <joint name="ball" type="free" armature="0" damping="0.02"/>
      <geom name="ball" type="sphere" size="0.06" density="300" contype="1" conaffinity="6"/>
    </body>
  </worldbody>
  <actuator>
    <motor joint="palm_x" class="palm"/>
    <motor joint="palm_y" class="palm"/>
    <motor joint="palm_z" class="palm"/>
    <motor joint="front_spread"/>
    <motor joint="front_knuckle"/>
    <motor joint="front_middle"/>
    <motor joint="front_outer"/>
    <motor joint="left_spread"/>
    <motor joint="left_knuckle"/>
    <motor joint="left_middle"/>
    <motor joint="left_outer"/>
    <motor joint="rear_spread"/>
    <motor joint="rear_knuckle"/>
    <motor joint="rear_middle"/>
    <motor joint="rear_outer"/>
    <motor joint="right_spread"/>
    <motor joint="right_knuckle"/>
    <motor joint="right_middle"/>
    <motor joint="right_outer"/>
  </actuator>
</mujoco>
)";

inline constexpr robot grasp = read_mjcf(grasp_mjcf);
inline constexpr model grasp_model = compile(grasp);

}  // namespace lockstep::physics
