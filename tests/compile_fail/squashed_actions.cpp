// SPDX-License-Identifier: MIT
// error: lockstep: squashed_actions are real numbers, but the environment's actions are discrete
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/rl/policy/squashed_actions.hpp>

template struct lockstep::squashed_actions<lockstep::envs::cartpole>;
