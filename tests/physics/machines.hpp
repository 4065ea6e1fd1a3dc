// SPDX-License-Identifier: MIT
// Small machines of our own as MJCF, one for each kind of force that the bundled robots lack.
#pragma once

#include <string_view>

#include <lockstep/physics/compile.hpp>
#include <lockstep/physics/mjcf/read_mjcf.hpp>

namespace lockstep::physics {

struct machine {
    std::string_view name, mjcf;
    model const& compiled;
};

/// Two links and a slide under servos of all types, their forces within ranges.
inline constexpr std::string_view servo_arm_mjcf = R"(<mujoco model="servo_arm">
  <compiler angle="radian"/>
  <option timestep="0.005"/>
  <default> <geom contype="0" conaffinity="0" density="600"/> <joint damping="0.4" armature="0.02"/> </default>
  <worldbody>
    <body pos="0 0 1">
      <joint name="shoulder" axis="0 1 0.2" ref="0.1" actuatorfrcrange="-6 7"/>
      <geom type="capsule" size="0.04" fromto="0 0 0 0.4 0 0"/>
      <body pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0" range="-2 1" stiffness="0.5"/>
        <geom type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/>
        <body pos="0.3 0 0">
          <joint name="finger" type="slide" axis="1 0 0.3" range="-0.1 0.2"/>
          <geom type="sphere" size="0.05"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position joint="shoulder" kp="30" kv="2" ctrlrange="-1.5 1.5"/>
    <motor joint="shoulder" gear="4" ctrlrange="-1 1"/>
    <velocity joint="elbow" kv="3" gear="2" forcerange="-4 3"/>
    <position joint="elbow" kp="9" dampratio="0.7" gear="-0.5" forcerange="-2 2"/>
    <position joint="finger" kp="40" dampratio="1" gear="3"/>
    <general joint="finger" gainprm="5" biastype="affine" biasprm="0.7 -2 -0.3" ctrlrange="-2 1"/>
  </actuator>
</mujoco>)";
inline constexpr model servo_arm_model = compile(read_mjcf(servo_arm_mjcf));

/// The same arm, implicit in the damping of its servos.
inline constexpr std::string_view implicit_arm_mjcf = R"(<mujoco model="implicit_arm">
  <compiler angle="radian"/>
  <option timestep="0.02" integrator="implicitfast"/>
  <default> <geom contype="0" conaffinity="0" density="600"/> <joint damping="0.4" armature="0.02"/> </default>
  <worldbody>
    <body pos="0 0 1">
      <joint name="socket" type="ball" damping="0.7"/>
      <geom type="capsule" size="0.04" fromto="0 0 0 0.4 0 0"/>
      <body pos="0.4 0 0">
        <joint name="elbow" axis="0 1 0" range="-2 1"/>
        <geom type="capsule" size="0.03" fromto="0 0 0 0.3 0 0"/>
        <body pos="0.3 0 0">
          <joint name="wrist" axis="0 1 0.3" damping="0" actuatorfrcrange="-0.5 0.5"/>
          <geom type="sphere" size="0.05" pos="0.1 0 0"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <velocity joint="elbow" kv="3" gear="2" forcerange="-4 3"/>
    <position joint="elbow" kp="9" kv="1.5"/>
    <position joint="wrist" kp="4" kv="0.5"/>
    <motor joint="wrist" gear="0.3" ctrlrange="-1 1"/>
  </actuator>
</mujoco>)";
inline constexpr model implicit_arm_model = compile(read_mjcf(implicit_arm_mjcf));

/// Two fingers on a slide that a tendon couples, and tendons along the fingers: with springs, one slack in between, and limits.
inline constexpr std::string_view gripper_mjcf = R"(<mujoco model="gripper">
  <compiler angle="radian"/>
  <option timestep="0.005" integrator="implicitfast"/>
  <default>
    <geom type="capsule" contype="0" conaffinity="0" density="800"/> <joint axis="0 1 0" damping="0.05" armature="0.003"/>
    <tendon stiffness="2"/>
  </default>
  <worldbody>
    <body pos="0 0 1">
      <joint name="lift" type="slide" axis="0 0 1" stiffness="50" springref="0.1"/>
      <geom size="0.04" fromto="0 -0.1 0 0 0.1 0"/>
      <body pos="0 0.1 0">
        <joint name="left" range="-0.6 1" actuatorfrcrange="-0.4 0.4"/> <geom size="0.02" fromto="0 0 0 0.1 0 -0.1"/>
        <body pos="0.1 0 -0.1"> <joint name="left_tip" springref="0.3"/> <geom size="0.015" fromto="0 0 0 0 0 -0.08"/> </body>
      </body>
      <body pos="0 -0.1 0">
        <joint name="right" axis="0 -1 0"/> <geom size="0.02" fromto="0 0 0 -0.1 0 -0.1"/>
        <body pos="-0.1 0 -0.1"> <joint name="right_tip" axis="0 -1 0"/> <geom size="0.015" fromto="0 0 0 0 0 -0.08"/> </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="grip" damping="0.3" range="-0.4 0.4"> <joint joint="left" coef="0.5"/> <joint joint="right" coef="0.7"/> </fixed>
    <fixed name="curl" stiffness="0.5" damping="0.2" springlength="-0.1 0.2">
      <joint joint="left" coef="1"/> <joint joint="left_tip" coef="-1.5"/>
    </fixed>
    <fixed name="straight" range="-0.3 0.5" margin="0.02" solreflimit="0.03 0.9" solimplimit="0.6 0.9 0.1 0.4 3">
      <joint joint="right_tip" coef="1"/> <joint joint="right" coef="-0.5"/>
    </fixed>
  </tendon>
  <actuator>
    <position tendon="grip" kp="6" kv="0.4" gear="1.5" ctrlrange="-1 1"/>
    <motor tendon="curl" gear="0.3"/>
    <velocity tendon="straight" kv="0.2" forcerange="-0.3 0.4"/>
    <position tendon="straight" kp="2" dampratio="0.5" gear="2"/>
    <motor joint="lift" gear="3"/>
  </actuator>
</mujoco>)";
inline constexpr model gripper_model = compile(read_mjcf(gripper_mjcf));

/// A body that springs hold in the air, and a rod in a ball joint with a spring and a limit.
inline constexpr std::string_view suspended_mjcf = R"(<mujoco model="suspended">
  <option timestep="0.01"/>
  <default> <geom contype="0" conaffinity="0"/> </default>
  <worldbody>
    <body pos="0.3 0.2 1" quat="0.8 0 0.6 0">
      <joint type="free" stiffness="40" damping="0.5"/>
      <geom type="capsule" size="0.1" fromto="0 0 0 0.4 0.1 0"/>
      <body pos="0.4 0.1 0" euler="20 0 40">
        <joint name="socket" type="ball" pos="0 0 0.05" stiffness="3" damping="0.1" range="0 60" margin="0.03"/>
        <geom type="capsule" size="0.05" fromto="0 0 0 0.3 0 -0.2"/>
      </body>
    </body>
  </worldbody>
</mujoco>)";
inline constexpr model suspended_model = compile(read_mjcf(suspended_mjcf));

/// An arm with dry friction in a ball joint, hinges and a slide, with limits, on the ground.
inline constexpr std::string_view dry_arm_mjcf = R"(<mujoco model="dry_arm">
  <compiler angle="radian"/>
  <option timestep="0.005"/>
  <default>
    <geom type="capsule" contype="0" conaffinity="0" density="600"/>
    <joint axis="0 1 0" armature="0.01" damping="0.1" frictionloss="0.4"/>
  </default>
  <worldbody>
    <geom type="plane" size="5 5 1" conaffinity="1"/>
    <body pos="0 0 0.5">
      <joint name="base" axis="0 0 1" frictionloss="2" solreffriction="0.03 1" solimpfriction="0.8 0.9 0.01 0.5 2"/>
      <geom size="0.05" fromto="0 0 -0.1 0 0 0.1"/>
      <body pos="0 0 0.1">
        <joint name="shoulder" range="-1 1.5" frictionloss="3" solreffriction="-10 -20" solimpfriction="0.7 0.8 0 0.5 2"/>
        <geom size="0.04" fromto="0 0 0 0.4 0 0"/>
        <body pos="0.4 0 0">
          <joint name="elbow" range="-2 0.5"/>
          <geom size="0.03" fromto="0 0 0 0.3 0 0" contype="1"/>
          <body pos="0.3 0 0">
            <joint type="ball" frictionloss="0.05" damping="0" range="0 0.8"/>
            <geom size="0.03" fromto="0 0 0 0 0 -0.1" contype="1"/>
          </body>
        </body>
        <body pos="0 0 0.1">
          <joint name="rod" type="slide" axis="0 0 1" frictionloss="1.5"/> <geom type="sphere" size="0.07"/>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position joint="base" kp="20" kv="1"/> <motor joint="shoulder" gear="6" ctrlrange="-1 1"/>
    <position joint="elbow" kp="10" kv="0.5"/> <motor joint="rod" gear="3" ctrlrange="-1 1"/>
  </actuator>
</mujoco>)";
inline constexpr model dry_arm_model = compile(read_mjcf(dry_arm_mjcf));

/// A ball that slides on the ground, with an elliptic friction cone.
inline constexpr std::string_view puck_mjcf = R"(<mujoco model="puck">
  <option timestep="0.005" cone="elliptic"/>
  <worldbody>
    <geom type="plane" size="5 5 1" friction="0.5"/>
    <body pos="0 0 0.1"> <freejoint/> <geom size="0.1" friction="0.3" margin="0.01"/> </body>
  </worldbody>
</mujoco>)";
inline constexpr model puck_model = compile(read_mjcf(puck_mjcf));

/// A crawler on two legs with an elliptic friction cone, limits and dry friction.
inline constexpr std::string_view crawler_mjcf = R"(<mujoco model="crawler">
  <compiler angle="radian"/>
  <option timestep="0.01" cone="elliptic" impratio="3"/>
  <default>
    <geom type="capsule" friction="0.6" solimp="0.8 0.9 0.02 0.5 2" contype="1" conaffinity="0"/>
    <joint axis="0 1 0" armature="0.02" damping="0.1" range="-0.8 0.8"/>
  </default>
  <worldbody>
    <geom type="plane" size="5 5 1" friction="0.4" conaffinity="1"/>
    <body>
      <freejoint/>
      <geom size="0.1" fromto="-0.2 0 0.1 0.2 0 0.1"/>
      <body pos="0.2 0 0.1"> <joint name="front" frictionloss="0.5"/> <geom size="0.04" fromto="0 0 0 0.3 0.1 0"/> </body>
      <body pos="-0.2 0 0.1"> <joint name="back" axis="0 1 1"/> <geom size="0.04" fromto="0 0 0 -0.3 0.1 0"/> </body>
    </body>
  </worldbody>
  <actuator> <motor joint="front" gear="8" ctrlrange="-1 1"/> <motor joint="back" gear="8" ctrlrange="-1 1"/> </actuator>
</mujoco>)";
inline constexpr model crawler_model = compile(read_mjcf(crawler_mjcf));

/// A hinge and a slide that are near both ends of their ranges at once.
inline constexpr std::string_view latch_mjcf = R"(<mujoco model="latch">
  <compiler angle="radian"/>
  <option timestep="0.005"/>
  <default> <geom type="capsule" size="0.04" contype="0" conaffinity="0"/> <joint damping="0.1"/> </default>
  <worldbody>
    <body>
      <joint name="bolt" type="slide" axis="1 0 0.2" range="-0.1 0.2" margin="0.2" solimplimit="0.5 0.9 0.3 0.5 2"/>
      <geom fromto="0 0 0 0.3 0 0"/>
      <body pos="0.3 0 0">
        <joint name="lever" axis="0 1 0" range="-0.5 0.3" margin="0.5" solreflimit="0.05 0.8" solimplimit="0.3 0.8 0.5 0.5 2"/>
        <geom fromto="0 0 0 0.1 0 -0.4"/>
        <body pos="0.1 0 -0.4"> <joint name="tip" axis="0 1 0" range="-1 1" margin="0.1"/> <geom fromto="0 0 0 0.2 0 0"/> </body>
      </body>
    </body>
  </worldbody>
  <actuator> <motor joint="lever" gear="8" ctrlrange="-1 1"/> </actuator>
</mujoco>)";
inline constexpr model latch_model = compile(read_mjcf(latch_mjcf));

/// Two that wrestle, with elliptic friction cones where they touch, once without friction.
inline constexpr std::string_view wrestlers_mjcf = R"(<mujoco model="wrestlers">
  <option timestep="0.005" cone="elliptic" impratio="2"/>
  <default> <geom type="capsule" size="0.08" friction="0.7" solimp="0.7 0.9 0.05 0.5 2"/> <joint damping="0.2"/> </default>
  <worldbody>
    <geom type="plane" size="5 5 1" friction="0.5"/>
    <body pos="0 0 0.3">
      <freejoint/> <geom name="trunk" fromto="-0.2 0 0 0.2 0 0"/>
      <body pos="0.25 0 0">
        <joint name="elbow" axis="0 1 0.3" range="-40 40" margin="0.9"/> <geom name="arm" size="0.06" fromto="0 0 0 0 0.4 0.1"/>
      </body>
    </body>
    <body pos="0 0.15 0.4">
      <freejoint/> <geom name="ball" type="sphere" size="0.15" friction="0.4"/>
      <body pos="0 0 0.2">
        <joint name="neck" type="ball" range="0 30"/> <geom name="rod" size="0.05" fromto="0 0 0 0.3 0 0.1"/>
      </body>
    </body>
  </worldbody>
  <contact> <pair geom1="trunk" geom2="rod" condim="1"/> </contact>
  <actuator> <motor joint="elbow" gear="20" ctrlrange="-1 1"/> </actuator>
</mujoco>)";
inline constexpr model wrestlers_model = compile(read_mjcf(wrestlers_mjcf));

/// A craft that is pushed and turned in the air, with an arm in a ball joint under motors and servos, of which most follow it
/// around the circle.
inline constexpr std::string_view craft_mjcf = R"(<mujoco model="craft">
  <option timestep="0.005"/>
  <default> <geom type="capsule" size="0.05" contype="0" conaffinity="0"/> <motor ctrlrange="-1 1"/> </default>
  <worldbody>
    <body pos="0 0 1" quat="0.8 0 0.6 0">
      <joint name="hull" type="free"/> <geom fromto="-0.2 0.1 0 0.3 0 0"/>
      <body pos="0.3 0 0" quat="0.6 0.8 0 0"> <joint name="shoulder" type="ball"/> <geom fromto="0 0 0 0.2 0.1 0.2"/> </body>
    </body>
  </worldbody>
  <actuator>
    <motor joint="hull" gear="1 -2 12 0.5 -0.3 0.2"/> <velocity joint="hull" kv="0.4" gear="0 0 0 0 0 2"/>
    <motor joint="shoulder"/> <position joint="shoulder" kp="3" gear="0.5 -1 2" forcerange="-2 2"/>
    <general joint="hull" gainprm="2" biastype="affine" biasprm="1 -4 -0.1"/>
    <position joint="shoulder" kp="3" ctrlrange="-5 5"/> <position joint="shoulder" kp="2" gear="-0.2 0.1 0.3"/>
    <general joint="shoulder" gainprm="2" biastype="affine" biasprm="0.5 -2 -0.1" gear="0.1 0.3 0"/>
    <general joint="shoulder" gainprm="2" biastype="affine" biasprm="0.5 -1 -0.1" gear="0.1 0.3 0"/>
  </actuator>
</mujoco>)";
inline constexpr model craft_model = compile(read_mjcf(craft_mjcf));

/// A swimmer in a thick fluid: a free trunk of two geoms with one fused to it, a fin in a ball joint and a tail that a tendon and
/// a servo hold, implicit in all of that.
inline constexpr std::string_view diver_mjcf = R"(<mujoco model="diver">
  <compiler angle="radian"/>
  <option timestep="0.02" density="1000" viscosity="0.7" integrator="implicitfast"/>
  <default>
    <geom type="capsule" size="0.05" contype="0" conaffinity="0" density="900"/> <joint axis="0 1 0.2" damping="0.1"/>
  </default>
  <worldbody>
    <body pos="0 0 1">
      <freejoint/> <geom fromto="-0.2 0.1 0 0.3 0 0"/> <geom type="box" size="0.1 0.05 0.2" pos="0.1 0 0.1" xyaxes="0 0 1 0 1 0"/>
      <body pos="0 0 0.3" quat="0.8 0 0.6 0"> <geom type="ellipsoid" size="0.05 0.1 0.2"/> </body>
      <body pos="0.3 0 0"> <joint type="ball" damping="0.05"/> <geom type="box" size="0.1 0.02 0.15" pos="0.1 0 0.05"/> </body>
      <body pos="-0.2 0.1 0">
        <joint name="tail" range="-0.8 0.8"/> <geom fromto="0 0 0 -0.3 0 0"/>
        <body pos="-0.3 0 0"> <joint name="fin" axis="0 0 1"/> <geom type="cylinder" size="0.1 0.02" pos="-0.1 0 0"/> </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="along" damping="0.4"> <joint joint="tail" coef="1"/> <joint joint="fin" coef="-0.7"/> </fixed>
  </tendon>
  <actuator> <position joint="tail" kp="9" kv="0.8" ctrlrange="-1 1"/> <motor tendon="along" ctrlrange="-1 1"/> </actuator>
</mujoco>)";
inline constexpr model diver_model = compile(read_mjcf(diver_mjcf));

/// Cords with dry friction: one that couples two arms, of which one is dry too, one along an arm and limited, and one of a slide.
inline constexpr std::string_view cords_mjcf = R"(<mujoco model="cords">
  <compiler angle="radian"/>
  <option timestep="0.005"/>
  <default>
    <geom type="capsule" size="0.04" contype="0" conaffinity="0" density="600"/> <joint axis="0 1 0.1" damping="0.05"/>
    <tendon frictionloss="0.6" solimpfriction="0.7 0.8 0.01 0.5 2"/>
  </default>
  <worldbody>
    <geom type="plane" size="5 5 1" conaffinity="1"/>
    <body pos="0 0 0.4">
      <joint name="lift" type="slide" axis="0 0 1" stiffness="50"/> <geom fromto="0 -0.1 0 0 0.1 0"/>
      <body pos="0 0.1 0">
        <joint name="left" frictionloss="0.3"/> <geom fromto="0 0 0 0.2 0 -0.1"/>
        <body pos="0.2 0 -0.1"> <joint name="left_tip" range="-0.6 0.6"/> <geom contype="1" fromto="0 0 0 0.2 0 -0.1"/> </body>
      </body>
      <body pos="0 -0.1 0">
        <joint name="right"/> <geom fromto="0 0 0 -0.2 0 -0.1"/>
        <body pos="-0.2 0 -0.1"> <joint name="right_tip"/> <geom contype="1" fromto="0 0 0 -0.2 0 -0.1"/> </body>
      </body>
    </body>
  </worldbody>
  <tendon>
    <fixed name="across" solreffriction="0.03 1"> <joint joint="left" coef="1"/> <joint joint="right" coef="-0.8"/> </fixed>
    <fixed name="along" frictionloss="0.2" range="-0.5 0.5">
      <joint joint="right" coef="0.5"/> <joint joint="right_tip" coef="1"/>
    </fixed>
    <fixed name="around"> <joint joint="left_tip" coef="0.7"/> <joint joint="right" coef="1"/> </fixed>
    <fixed name="rope" frictionloss="4" solreffriction="-10 -20" solimpfriction="0.7 0.8 0 0.5 2">
      <joint joint="lift" coef="2"/>
    </fixed>
  </tendon>
  <actuator> <motor joint="left" gear="3" ctrlrange="-1 1"/> <motor joint="lift" gear="30" ctrlrange="-1 1"/> </actuator>
</mujoco>)";
inline constexpr model cords_model = compile(read_mjcf(cords_mjcf));

inline constexpr machine machines[] = {
    {"servo_arm", servo_arm_mjcf, servo_arm_model},
    {"implicit_arm", implicit_arm_mjcf, implicit_arm_model},
    {"gripper", gripper_mjcf, gripper_model},
    {"suspended", suspended_mjcf, suspended_model},
    {"dry_arm", dry_arm_mjcf, dry_arm_model},
    {"puck", puck_mjcf, puck_model},
    {"crawler", crawler_mjcf, crawler_model},
    {"latch", latch_mjcf, latch_model},
    {"wrestlers", wrestlers_mjcf, wrestlers_model},
    {"craft", craft_mjcf, craft_model},
    {"diver", diver_mjcf, diver_model},
    {"cords", cords_mjcf, cords_model},
};

}  // namespace lockstep::physics
