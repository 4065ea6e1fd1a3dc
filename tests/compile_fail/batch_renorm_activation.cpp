// SPDX-License-Identifier: MIT
// error: lockstep: batch_renorm takes activations whose derivative follows from their value, without layer_norm
#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/sac.hpp>

using layers = lockstep::hidden_layers<lockstep::batch_renorm<lockstep::silu_activation>, 16>;
static_assert(sizeof(lockstep::sac<lockstep::envs::pendulum, lockstep::cpu, layers>) > 0);
