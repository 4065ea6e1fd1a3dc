// SPDX-License-Identifier: MIT
// The policy of bounded actions that is a function of the observation.
#pragma once

#include <lockstep/nn/activation.hpp>
#include <lockstep/rl/actor_critic.hpp>
#include <lockstep/rl/bounded_policy.hpp>
#include <lockstep/rl/td3_networks.hpp>

namespace lockstep {

/// A deterministic policy for Env: what TD3 learns.
template <class Env, class Hidden = hidden_layers<relu_activation, 256, 256>>
using deterministic_policy = bounded_policy<Env, td3_networks<Env, Hidden>>;

}  // namespace lockstep
