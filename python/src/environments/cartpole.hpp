// SPDX-License-Identifier: MIT
// The options of CartPole-v1: the environment's members by the names that Gymnasium has for them.
#pragma once

#include <lockstep/envs/cartpole.hpp>

namespace lockstep::python {

struct cartpole_options {
    static constexpr char const* id = "CartPole-v1";
    static void each(auto& env, auto visit) { visit("sutton_barto_reward", env.sutton_barto_reward); }
};

}  // namespace lockstep::python
