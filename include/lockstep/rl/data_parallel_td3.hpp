// SPDX-License-Identifier: MIT
// TD3 by several processes, on one machine or many.
#pragma once

#include <lockstep/rl/td3.hpp>

namespace lockstep {

/// TD3 in several processes. All that rl/data_parallel_sac.hpp says of data_parallel_sac holds here too, with `td3` in place of
/// `sac`.
template <class Env, class Device, class Communicator, class Hidden = hidden_layers<relu_activation, 256, 256>,
          class Critic = Hidden>
using data_parallel_td3 = td3<Env, Device, Hidden, Critic, Communicator>;

}  // namespace lockstep
