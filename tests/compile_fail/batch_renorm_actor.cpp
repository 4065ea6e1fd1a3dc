// SPDX-License-Identifier: MIT
// error: lockstep: an actor with batch_renorm needs critics with batch_renorm
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/sac.hpp>

using actor = lockstep::hidden_layers<lockstep::batch_renorm<lockstep::relu_activation>, 16>;
using critic = lockstep::hidden_layers<lockstep::relu_activation, 16>;
static_assert(sizeof(lockstep::sac<lockstep::envs::pendulum, lockstep::cpu, actor, critic>) > 0);
