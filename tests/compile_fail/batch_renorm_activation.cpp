// SPDX-License-Identifier: MIT
// lines(clang++): 46
// error: lockstep: batch_renorm takes activations whose derivative follows from their value, without layer_norm
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/off_policy/sac/networks.hpp>

using layers = lockstep::hidden_layers<lockstep::batch_renorm<lockstep::silu_activation>, 16>;
static_assert(sizeof(lockstep::sac_networks<lockstep::envs::pendulum, layers>) > 0);
