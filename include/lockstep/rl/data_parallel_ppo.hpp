// SPDX-License-Identifier: MIT
// Proximal policy optimisation by several processes, on one machine or many.
#pragma once

#include <lockstep/rl/ppo.hpp>

namespace lockstep {

/// PPO in several processes, the ranks. Each rank steps an equal share of the environments and computes a share of every
/// gradient. For a given number of environments the same seed gives the same bits, whatever the number of ranks and of their
/// threads. Each rank has a device of its own. All ranks must make the same calls. After each iteration all ranks have the same
/// memory and metrics, except the times. So only one rank needs to write files. All ranks must read a checkpoint. Ranks share
/// gradients in slices, and a minibatch has at most 16 slices. So more than 16 ranks gain nothing in the updates.
/// rl/ppo/exchange.hpp says what ranks exchange.
///
///     ls::mpi ranks;
///     ls::cpu device({.threads = 1});
///     ls::data_parallel_ppo<ls::envs::half_cheetah, ls::cpu, ls::mpi> learner(device, {.steps = 10'000'000}, {}, ranks);
template <class Env, class Device, class Communicator, class Hidden = hidden_layers<tanh_activation, 64, 64>,
          class Actions = default_actions<Env>>
using data_parallel_ppo = ppo<Env, Device, Hidden, Actions, Communicator>;

}  // namespace lockstep
