// SPDX-License-Identifier: MIT
// error: lockstep: categorical_actions need an environment with an action_count
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/categorical_actions.hpp>

template struct lockstep::categorical_actions<lockstep::envs::pendulum>;
