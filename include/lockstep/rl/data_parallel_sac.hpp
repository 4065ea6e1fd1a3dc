// SPDX-License-Identifier: MIT
// Soft actor-critic by several processes, on one machine or many.
#pragma once

#include <lockstep/rl/sac.hpp>

namespace lockstep {

/// Soft actor-critic whose ranks each step an equal share of the environments and take a share of every minibatch through the
/// networks. The same seed gives the same bits for a given number of environments, whatever the number of ranks and of their
/// threads (not with cuda_config.tf32); they are those of `sac` in one process. Each rank has a device of its own, and the whole
/// replay buffer. All make the same calls, and after each iteration all have the same memory and metrics, except the clock: so
/// one of them writes files, and all read a checkpoint, also with another number of ranks than wrote it. Minibatches are shared
/// in slices of 64 samples at most, on devices that compile text of 16: more ranks than slices gain nothing in the updates.
/// Networks may have convolutions or batch renormalisation (CrossQ), critics may be categorical. A priority_exponent is refused.
/// rl/off_policy/ranks/exchange.hpp says what ranks exchange, for CrossQ ranks/joint_exchange.hpp. CrossQ by ranks has not
/// run on cards.
///
///     ls::mpi ranks;
///     ls::cpu device({.threads = 1});
///     ls::data_parallel_sac<ls::envs::half_cheetah, ls::cpu, ls::mpi> learner(device, {.steps = 1'000'000}, {}, ranks);
template <class Env, class Device, class Communicator, class Hidden = hidden_layers<relu_activation, 256, 256>,
          class Critic = Hidden>
using data_parallel_sac = sac<Env, Device, Hidden, Critic, Communicator>;

}  // namespace lockstep
