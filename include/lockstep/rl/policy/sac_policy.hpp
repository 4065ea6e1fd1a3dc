// SPDX-License-Identifier: MIT
// The policy that soft actor-critic learns.
#pragma once

#include <lockstep/nn/activation.hpp>
#include <lockstep/rl/off_policy/sac/networks.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/bounded_policy.hpp>

namespace lockstep {

/// A squashed Gaussian policy for Env. Its actor computes the mean and the log deviation.
template <class Env, class Hidden = hidden_layers<relu_activation, 256, 256>>
using sac_policy = bounded_policy<Env, sac_networks<Env, Hidden>>;

}  // namespace lockstep
