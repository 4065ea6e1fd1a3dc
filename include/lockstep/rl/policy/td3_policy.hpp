// SPDX-License-Identifier: MIT
// The policy that TD3 learns.
#pragma once

#include <lockstep/nn/activation.hpp>
#include <lockstep/rl/off_policy/td3/networks.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/bounded_policy.hpp>

namespace lockstep {

/// A deterministic policy for Env. Its actor computes the action before tanh.
template <class Env, class Hidden = hidden_layers<relu_activation, 256, 256>>
using td3_policy = bounded_policy<Env, td3_networks<Env, Hidden>>;

}  // namespace lockstep
