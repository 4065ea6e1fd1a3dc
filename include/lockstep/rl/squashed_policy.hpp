// SPDX-License-Identifier: MIT
// The policy of bounded actions that is drawn from.
#pragma once

#include <lockstep/nn/activation.hpp>
#include <lockstep/rl/actor_critic.hpp>
#include <lockstep/rl/bounded_policy.hpp>
#include <lockstep/rl/sac_networks.hpp>

namespace lockstep {

/// A squashed Gaussian for Env, whose actor gives mean and log deviation: what soft actor-critic learns.
template <class Env, class Hidden = hidden_layers<relu_activation, 256, 256>>
using squashed_policy = bounded_policy<Env, sac_networks<Env, Hidden>>;

}  // namespace lockstep
