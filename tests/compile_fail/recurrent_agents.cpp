// SPDX-License-Identifier: MIT
// error: lockstep: a policy with a memory acts for one agent, but the environment has several: use hidden_layers
#include <lockstep/device/cpu.hpp>
#include <lockstep/rl/ppo.hpp>

#include "../envs/gathering.hpp"

using layers = lockstep::recurrent_layers<4, lockstep::tanh_activation, 4>;
static_assert(sizeof(lockstep::ppo<lockstep_test::gathering<2>, lockstep::cpu, layers>) > 0);
