// SPDX-License-Identifier: MIT
// error: a robot's names are views into its text: keep the string in a variable that outlives the robot
#include <string>

#include <lockstep/physics/mjcf/read_mjcf.hpp>

std::string written();

auto const robot = lockstep::physics::read_mjcf(written());
