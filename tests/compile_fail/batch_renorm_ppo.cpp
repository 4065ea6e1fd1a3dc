// SPDX-License-Identifier: MIT
// error: lockstep: ppo does not renormalise batches; batch_renorm is for sac and td3
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>

using layers = lockstep::hidden_layers<lockstep::batch_renorm<lockstep::tanh_activation>, 16>;
static_assert(sizeof(lockstep::actor_critic<lockstep::envs::pendulum, layers>) > 0);
