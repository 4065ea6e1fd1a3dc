// SPDX-License-Identifier: MIT
// The planar hopper of Erez, Tassa and Todorov 2011 ("Infinite-horizon model predictive control for periodic tasks with
// contacts") as OpenAI Gym and Gymnasium define it: one leg of three joints. Only the facts are here. Everything else is
// computed from them.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

inline constexpr std::string_view hopper_mjcf = R"(<mujoco model="hopper">
  <compiler angle="degree"/>
  <option timestep="0.002" integrator="RK4"/>
  <default>
    <joint axis="0 -1 0" armature="1" damping="1"/>
    <geom type="capsule" friction="0.9" margin="0.001" solimp="0.8 0.8 0.01" condim="1"/>
    <motor ctrlrange="-1 1" gear="200"/>
    <default class="root">
      <joint armature="0" damping="0"/>
    </default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="20 20 1" condim="3" friction="1"/>
    <body name="torso" pos="0 0 1.25">
      <joint name="rootx" class="root" type="slide" axis="1 0 0"/>
      <joint name="rootz" class="root" type="slide" axis="0 0 1" ref="1.25"/>
      <joint name="rooty" class="root" axis="0 1 0"/>
      <geom name="torso" size="0.05 0.2"/>
      <body name="thigh" pos="0 0 -0.2">
        <joint name="thigh" range="-150 0"/>
        <geom name="thigh" pos="0 0 -0.225" size="0.05 0.225"/>
        <body name="leg" pos="0 0 -0.7">
          <joint name="leg" pos="0 0 0.25" range="-150 0"/>
          <geom name="leg" size="0.04 0.25"/>
          <body name="foot" pos="0.13 0 -0.35">
            <joint name="foot" pos="-0.13 0 0.1" range="-45 45"/>
            <geom name="foot" fromto="-0.26 0 0.1 0.13 0 0.1" size="0.06" friction="2"/>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="thigh"/>
    <motor joint="leg"/>
    <motor joint="foot"/>
  </actuator>
</mujoco>
)";

inline constexpr robot hopper = read_mjcf(hopper_mjcf);
inline constexpr model hopper_model = compile(hopper);

}  // namespace lockstep::physics
