// SPDX-License-Identifier: MIT
// A dog that can run to something: a body of two halves, which bend and turn relative to each other, on four legs of two joints.
// Only the facts are here. Everything else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr std::string_view fetch_mjcf = R"(<mujoco model="fetch">
  <compiler angle="radian"/>
  <option timestep="0.005"/>
  <default>
    <joint axis="0 1 0" armature="0.05" damping="2"/>
    <geom type="capsule" size="0.035" contype="1" conaffinity="0"/>
    <motor ctrlrange="-1 1" gear="60"/>
    <default class="hip">
      <joint range="-1 1.4"/>
      <geom contype="0"/>
    </default>
    <default class="knee">
      <joint range="-2.2 -0.2"/>
    </default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="40 40 40" conaffinity="1"/>
    <body name="torso" pos="0 0 0.45">
      <joint name="root" type="free" armature="0" damping="0"/>
      <geom name="torso" fromto="-0.05 0 0 0.22 0 0" size="0.08"/>
      <body name="front_left_thigh" pos="0.18 0.12 -0.02">
        <joint name="front_left_hip" class="hip"/>
        <geom name="front_left_thigh" class="hip" fromto="0 0 0 0 0 -0.2"/>
        <body name="front_left_shin" pos="0 0 -0.2">
          <joint name="front_left_knee" class="knee"/>
          <geom name="front_left_shin" fromto="0 0 0 0 0 -0.2"/>
        </body>
      </body>
      <body name="front_right_thigh" pos="0.18 -0.12 -0.02">
        <joint name="front_right_hip" class="hip"/>
        <geom name="front_right_thigh" class="hip" fromto="0 0 0 0 0 -0.2"/>
        <body name="front_right_shin" pos="0 0 -0.2">
          <joint name="front_right_knee" class="knee"/>
          <geom name="front_right_shin" fromto="0 0 0 0 0 -0.2"/>
        </body>
      </body>
      <body name="rear" pos="-0.1 0 0">
        <joint name="spine_turn" axis="0 0 1" range="-0.8 0.8"/>
        <joint name="spine_bend" range="-0.6 0.6"/>
        <geom name="rear" fromto="-0.05 0 0 -0.22 0 0" size="0.08"/>
        <body name="rear_left_thigh" pos="-0.2 0.12 -0.02">
          <joint name="rear_left_hip" class="hip"/>
          <geom name="rear_left_thigh" class="hip" fromto="0 0 0 0 0 -0.2"/>
          <body name="rear_left_shin" pos="0 0 -0.2">
            <joint name="rear_left_knee" class="knee"/>
            <geom name="rear_left_shin" fromto="0 0 0 0 0 -0.2"/>
          </body>
        </body>
        <body name="rear_right_thigh" pos="-0.2 -0.12 -0.02">
          <joint name="rear_right_hip" class="hip"/>
          <geom name="rear_right_thigh" class="hip" fromto="0 0 0 0 0 -0.2"/>
          <body name="rear_right_shin" pos="0 0 -0.2">
            <joint name="rear_right_knee" class="knee"/>
            <geom name="rear_right_shin" fromto="0 0 0 0 0 -0.2"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="front_left_hip"/>
    <motor joint="front_left_knee"/>
    <motor joint="front_right_hip"/>
    <motor joint="front_right_knee"/>
    <motor joint="spine_turn"/>
    <motor joint="spine_bend"/>
    <motor joint="rear_left_hip"/>
    <motor joint="rear_left_knee"/>
    <motor joint="rear_right_hip"/>
    <motor joint="rear_right_knee"/>
  </actuator>
</mujoco>
)";

inline constexpr robot fetch = read_mjcf(fetch_mjcf);
inline constexpr model fetch_model = compile(fetch);

}  // namespace lockstep::physics
