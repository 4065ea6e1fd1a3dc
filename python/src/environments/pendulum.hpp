// SPDX-License-Identifier: MIT
// The options of Pendulum-v1: the environment's types, and its members by the names that Gymnasium has for them.
#pragma once

#include <cstddef>

#include <lockstep/envs/pendulum.hpp>

namespace lockstep::python {

struct pendulum_options {
    static constexpr char const* id = "Pendulum-v1";
    static void each(auto& env, auto visit) { visit("g", env.g); }
};

}  // namespace lockstep::python
