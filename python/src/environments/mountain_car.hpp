// SPDX-License-Identifier: MIT
// The options of MountainCarContinuous-v0: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/mountain_car.hpp>

namespace lockstep::python {

struct mountain_car_options {
    static constexpr char const* id = "MountainCarContinuous-v0";
    static void each(auto& env, auto visit) { visit("goal_velocity", env.goal_velocity); }
};

}  // namespace lockstep::python
