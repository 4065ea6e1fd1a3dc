// SPDX-License-Identifier: MIT
// error: lockstep: sac and td3 act in real numbers, but the environment's actions are discrete: use ppo
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/cartpole.hpp>
#include <lockstep/rl/sac.hpp>

static_assert(sizeof(lockstep::sac<lockstep::envs::cartpole, lockstep::cpu>) > 0);
