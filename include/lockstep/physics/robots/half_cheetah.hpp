// SPDX-License-Identifier: MIT
// The planar cheetah of Wawrzynski 2009 ("A cat-like robot real-time learning to run") as OpenAI Gym and Gymnasium
// define it: two legs of three joints, 14 kg. Only the facts are here. Everything else is computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr std::string_view half_cheetah_mjcf = R"(<mujoco model="half_cheetah">
  <compiler angle="radian" settotalmass="14"/>
  <option timestep="0.01"/>
  <default>
    <joint axis="0 1 0" armature="0.1" solimplimit="0 0.8 0.03"/>
    <geom type="capsule" size="0.046" friction="0.4" solimp="0 0.8 0.01" contype="1" conaffinity="0"/>
    <motor ctrlrange="-1 1"/>
    <default class="root">
      <joint armature="0" solimplimit="0.9 0.95 0.001"/>
    </default>
  </default>
  <worldbody>
    <geom type="plane" size="40 40 40" conaffinity="1"/>
    <body name="torso" pos="0 0 0.7">
      <joint name="rootx" class="root" type="slide" axis="1 0 0"/>
      <joint name="rootz" class="root" type="slide" axis="0 0 1"/>
      <joint name="rooty" class="root"/>
      <geom name="torso" fromto="-0.5 0 0 0.5 0 0"/>
      <geom name="head" pos="0.6 0 0.1" axisangle="0 1 0 0.87" size="0.046 0.15"/>
      <body name="bthigh" pos="-0.5 0 0">
        <joint name="bthigh" range="-0.52 1.05" stiffness="240" damping="6"/>
        <geom name="bthigh" pos="0.1 0 -0.13" axisangle="0 1 0 -3.8" size="0.046 0.145"/>
        <body name="bshin" pos="0.16 0 -0.25">
          <joint name="bshin" range="-0.785 0.785" stiffness="180" damping="4.5"/>
          <geom name="bshin" pos="-0.14 0 -0.07" axisangle="0 1 0 -2.03" size="0.046 0.15"/>
          <body name="bfoot" pos="-0.28 0 -0.14">
            <joint name="bfoot" range="-0.4 0.785" stiffness="120" damping="3"/>
            <geom name="bfoot" pos="0.03 0 -0.097" axisangle="0 1 0 -0.27" size="0.046 0.094"/>
          </body>
        </body>
      </body>
      <body name="fthigh" pos="0.5 0 0">
        <joint name="fthigh" range="-1 0.7" stiffness="180" damping="4.5"/>
        <geom name="fthigh" pos="-0.07 0 -0.12" axisangle="0 1 0 0.52" size="0.046 0.133"/>
        <body name="fshin" pos="-0.14 0 -0.24">
          <joint name="fshin" range="-1.2 0.87" stiffness="120" damping="3"/>
          <geom name="fshin" pos="0.065 0 -0.09" axisangle="0 1 0 -0.6" size="0.046 0.106"/>
          <body name="ffoot" pos="0.13 0 -0.18">
            <joint name="ffoot" range="-0.5 0.5" stiffness="60" damping="1.5"/>
            <geom name="ffoot" pos="0.045 0 -0.07" axisangle="0 1 0 -0.6" size="0.046 0.07"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="bthigh" gear="120"/>
    <motor joint="bshin" gear="90"/>
    <motor joint="bfoot" gear="60"/>
    <motor joint="fthigh" gear="120"/>
    <motor joint="fshin" gear="60"/>
    <motor joint="ffoot" gear="30"/>
  </actuator>
</mujoco>
)";

inline constexpr robot half_cheetah = read_mjcf(half_cheetah_mjcf);
inline constexpr model half_cheetah_model = compile(half_cheetah);

}  // namespace lockstep::physics
