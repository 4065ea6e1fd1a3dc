// SPDX-License-Identifier: MIT
// Proximal policy optimisation by several processes, on one machine or many.
#pragma once

#include <lockstep/rl/ppo.hpp>

namespace lockstep {

/// PPO whose ranks each step an equal share of the environments and compute a share of every gradient. The same seed gives the
/// same bits for a given number of environments, whatever the number of ranks and of their threads. Each rank has a device of
/// its own. All make the same calls, and after each iteration all have the same memory and metrics, except the clock: so one of
/// them writes files, and all read a checkpoint. Gradients are shared in slices, of which a minibatch has 16 at most: more ranks
/// than that gain nothing in the updates. rl/ppo/exchange.hpp says what ranks exchange.
///
///     ls::mpi ranks;
///     ls::cpu device({.threads = 1});
///     ls::data_parallel_ppo<ls::envs::half_cheetah, ls::cpu, ls::mpi> learner(device, {.steps = 10'000'000}, {}, ranks);
template <class Env, class Device, class Communicator, class Hidden = hidden_layers<tanh_activation, 64, 64>,
          class Actions = default_actions<Env>>
using data_parallel_ppo = ppo<Env, Device, Hidden, Actions, Communicator>;

}  // namespace lockstep
