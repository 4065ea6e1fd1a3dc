// SPDX-License-Identifier: MIT
// Soft actor-critic by several processes, on one machine or many.
#pragma once

#include <lockstep/rl/sac.hpp>

namespace lockstep {

/// Soft actor-critic in several processes, the ranks. Each rank steps an equal share of the environments and computes the
/// networks for a share of every minibatch. For a given number of environments the same seed gives the same bits as `sac` in one
/// process, whatever the number of ranks and of their threads. With cuda_config.tf32 this does not hold. Each rank has a device
/// of its own, and the whole replay buffer. All ranks must make the same calls. After each iteration all ranks have the same
/// memory and metrics, except the times. So only one rank needs to write files. To go on from a checkpoint, every rank must load
/// it. The number of ranks may differ from that of the training which saved it. Ranks share minibatches in slices of at most 64
/// samples. On devices that compile the text of kernels, slices have at most 16 samples if no network has convolutions. More
/// ranks than slices gain nothing in the updates. Networks may have convolutions or batch renormalisation (CrossQ), and critics
/// may be categorical. The constructor refuses a priority_exponent above 0. rl/off_policy/ranks/exchange.hpp says what ranks
/// exchange, and ranks/joint_exchange.hpp what they exchange for CrossQ. CrossQ in several processes has not run on graphics
/// cards yet.
///
///     ls::mpi ranks;
///     ls::cpu device({.threads = 1});
///     ls::data_parallel_sac<ls::envs::half_cheetah, ls::cpu, ls::mpi> learner(device, {.steps = 1'000'000}, {}, ranks);
template <class Env, class Device, class Communicator, class Hidden = hidden_layers<relu_activation, 256, 256>,
          class Critic = Hidden>
using data_parallel_sac = sac<Env, Device, Hidden, Critic, Communicator>;

}  // namespace lockstep
