// SPDX-License-Identifier: MIT
// Robots whose links touch each other: in one tree and in many, with friction and without, side by side and across.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>
#include <lockstep/physics/robot.hpp>

namespace lockstep::physics {

/// Balls and rods on a free ball, of which some have friction, and a puck of another tree.
inline constexpr std::string_view juggler_mjcf = R"(<mujoco model="juggler">
  <option timestep="0.005" integrator="RK4"/>
  <default>
    <joint damping="0.3"/>
    <geom type="capsule" size="0.05" margin="0.01" friction="0.7" condim="1"/>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="hub" pos="0 0 0.4">
      <freejoint name="root"/>
      <geom name="hub" type="sphere" size="0.1" condim="3"/>
      <body name="arm" pos="0.1 0 0">
        <joint name="shoulder" axis="0 1 0" range="-60 60"/>
        <geom name="arm" fromto="0 0 0 0.3 0.02 0"/>
        <body name="hand" pos="0.1 0.1 0">
          <joint name="wrist" axis="0 0 1"/>
          <joint name="twist" axis="1 0 0" damping="2"/>
          <geom name="hand" fromto="0 0 0 -0.2 0 0.2" size="0.06" condim="3"/>
        </body>
      </body>
      <body name="head" pos="0 0.1 0">
        <joint name="neck" axis="1 0 0"/>
        <geom name="head" type="sphere" pos="0.1 0.1 0.05" size="0.12"/>
      </body>
      <body name="tail" pos="0 -0.1 0">
        <joint name="tail" axis="0 0 1"/>
        <geom name="tail" fromto="0 0 0 0.3 0.1 0"/>
      </body>
    </body>
    <body name="puck" pos="0.3 0.1 0.2">
      <joint name="puck_x" type="slide" axis="1 0 0"/>
      <joint name="puck_y" type="slide" axis="0 1 0"/>
      <geom name="puck" type="sphere" size="0.2" solref="0.03 0.9"/>
    </body>
  </worldbody>
  <contact> <exclude body1="tail" body2="puck"/> <pair geom1="hub" geom2="arm" condim="1"/> </contact>
  <actuator> <motor joint="shoulder" gear="5"/> <motor joint="neck" gear="3"/> </actuator>
</mujoco>
)";

/// Rods that stay side by side and fall onto each other, and one across them in the same plane.
inline constexpr std::string_view rods_mjcf = R"(<mujoco model="rods">
  <option timestep="0.005"/>
  <default>
    <joint type="slide" damping="0.3"/>
    <geom type="capsule" size="0.05" margin="0.01" friction="0.7"/>
  </default>
  <worldbody>
    <body name="long" pos="0 0 0.2">
      <joint name="long_x" axis="1 0 0"/>
      <joint name="long_y" axis="0 1 0"/>
      <geom name="long" fromto="-0.6 0 0 0.6 0 0" size="0.3"/>
    </body>
    <body name="short" pos="0.05 0.08 0.2">
      <joint name="short_y" axis="0 1 0"/>
      <geom name="short" fromto="-0.15 0 0 0.15 0 0" size="0.2"/>
      <body name="across" pos="0.1 0 0">
        <joint name="turn" type="hinge" axis="0 0 1"/>
        <geom name="across" fromto="0 -0.7 0 0.1 0.7 0"/>
      </body>
    </body>
  </worldbody>
</mujoco>
)";

/// A drum and balls that move along x and touch nothing but it: 6 of one softness, whose contacts take all the room, and 6 of
/// another.
inline constexpr std::string_view drum_mjcf = R"(<mujoco model="drum">
  <option timestep="0.005"/>
  <default>
    <joint type="slide" axis="1 0 0"/>
    <geom type="sphere" size="0.1" margin="0.01" friction="0.5" contype="0" conaffinity="2"/>
    <default class="soft"> <geom solref="0.05 1"/> </default>
  </default>
  <worldbody>
    <body name="drum"> <joint name="drum"/> <geom name="drum" size="0.3" contype="2" conaffinity="0"/> </body>
    <body name="a1" pos="0.4 0 0"> <joint name="a1"/> <geom name="a1"/> </body>
    <body name="a2" pos="0.39 0.01 0"> <joint name="a2"/> <geom name="a2"/> </body>
    <body name="a3" pos="0.39 0 0.01"> <joint name="a3"/> <geom name="a3"/> </body>
    <body name="a4" pos="-0.39 0 0"> <joint name="a4"/> <geom name="a4"/> </body>
    <body name="a5" pos="-0.38 0.05 0"> <joint name="a5"/> <geom name="a5"/> </body>
    <body name="a6" pos="-0.39 0 0.1"> <joint name="a6"/> <geom name="a6"/> </body>
    <body name="b1" pos="0.4 0 0"> <joint name="b1"/> <geom name="b1" class="soft"/> </body>
    <body name="b2" pos="0.39 0.01 0"> <joint name="b2"/> <geom name="b2" class="soft"/> </body>
    <body name="b3" pos="0.39 0 0.01"> <joint name="b3"/> <geom name="b3" class="soft"/> </body>
    <body name="b4" pos="-0.39 0 0"> <joint name="b4"/> <geom name="b4" class="soft"/> </body>
    <body name="b5" pos="-0.38 0.05 0"> <joint name="b5"/> <geom name="b5" class="soft"/> </body>
    <body name="b6" pos="-0.39 0 0.1"> <joint name="b6"/> <geom name="b6" class="soft"/> </body>
  </worldbody>
</mujoco>
)";

/// A ball in the middle of another, and on the axis of a rod.
inline constexpr std::string_view shells_mjcf = R"(<mujoco model="shells">
  <option timestep="0.005"/>
  <default> <joint type="slide"/> <geom type="sphere" size="0.1" margin="0.01" friction="0.5"/> </default>
  <worldbody>
    <body name="shell" pos="0 0 1" euler="0 20 30">
      <joint name="shell" axis="1 0 0"/> <geom name="shell" size="0.3" euler="40 0 0"/>
    </body>
    <body name="ball" pos="0 0 1" euler="10 0 0">
      <joint name="ball_x" axis="1 0 0"/> <joint name="ball_y" axis="0 1 0"/> <joint name="ball_z" axis="0 0 1"/>
      <geom name="ball" euler="0 50 0"/>
    </body>
    <body name="rod" pos="0.1 0.1 1">
      <joint name="rod_y" axis="0 1 0"/> <joint name="rod" type="hinge" axis="0 0 1"/>
      <geom name="rod" type="capsule" size="0.05 0.2" pos="-0.1 -0.1 0" zaxis="-1 0 0.2"/>
    </body>
  </worldbody>
</mujoco>
)";

/// A ball on a stick, and a free ball, among boxes that stand askew.
inline constexpr std::string_view crates_mjcf = R"(<mujoco model="crates">
  <option timestep="0.005"/>
  <default> <joint damping="0.3"/> <geom type="sphere" size="0.1" margin="0.01" friction="0.7"/> </default>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1"/>
    <body name="crate" pos="0 0 0.4" euler="0 10 0">
      <freejoint name="root"/>
      <geom name="crate" type="box" size="0.2 0.12 0.3" pos="0.05 0 0" euler="20 30 0"/>
      <body name="lid" pos="0.3 0 0">
        <joint name="lid" axis="0 1 0" range="-30 30"/>
        <geom name="lid" type="box" size="0.1 0.2 0.02" condim="1" contype="2" conaffinity="4"/>
      </body>
      <body name="stick" pos="0 0.3 0">
        <joint name="stick" axis="1 0 0.3" range="-20 60"/>
        <geom name="handle" type="capsule" fromto="0 0 0 0 0.1 0.2" size="0.02" contype="0" conaffinity="0"/>
        <body name="knob" pos="0 0.1 0.2">
          <joint name="knob" axis="0 0 1" range="-60 60"/>
          <geom name="knob" pos="0.1 -0.25 -0.2" size="0.08"/>
        </body>
      </body>
    </body>
    <body name="ball" pos="0.1 0.1 0.4">
      <joint name="ball_x" type="slide" axis="1 0 0" range="-0.4 0.4"/>
      <joint name="ball_y" type="slide" axis="0 1 0" range="-0.4 0.4"/>
      <geom name="ball" conaffinity="3"/>
    </body>
  </worldbody>
</mujoco>
)";

inline constexpr robot juggler = read_mjcf(juggler_mjcf), rods = read_mjcf(rods_mjcf), drum = read_mjcf(drum_mjcf),
                       shells = read_mjcf(shells_mjcf), crates = read_mjcf(crates_mjcf);
inline constexpr model juggler_model = compile(juggler), rods_model = compile(rods), drum_model = compile(drum),
                       shells_model = compile(shells), crates_model = compile(crates);

}  // namespace lockstep::physics
