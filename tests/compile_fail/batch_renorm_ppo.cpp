// SPDX-License-Identifier: MIT
// error: lockstep: no learner renormalises batches but sac and td3: give the others layers without batch_renorm
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/ppo.hpp>

using layers = lockstep::hidden_layers<lockstep::batch_renorm<lockstep::tanh_activation>, 16>;
static_assert(sizeof(lockstep::ppo<lockstep::envs::pendulum, lockstep::cpu, layers>) > 0);
