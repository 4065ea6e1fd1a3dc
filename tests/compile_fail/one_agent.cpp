// SPDX-License-Identifier: MIT
// error: lockstep: this learner has one agent, but the environment has several: use ppo, or ls::as_one_agent<E>, whose one agent gets the observations of all and chooses their actions
#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/sac.hpp>

#include "../envs/gathering.hpp"

static_assert(sizeof(lockstep::sac<lockstep_test::gathering<2>, lockstep::cpu>) > 0);
