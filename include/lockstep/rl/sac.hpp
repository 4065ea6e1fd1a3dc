// SPDX-License-Identifier: MIT
// Soft actor-critic (Haarnoja et al. 2018b, "Soft Actor-Critic Algorithms and Applications"): two critics with slowly updated
// target networks, a squashed Gaussian policy, and a learnt temperature.
#pragma once

#include <lockstep/dist/one_process.hpp>
#include <lockstep/rl/off_policy/off_policy.hpp>
#include <lockstep/rl/off_policy/sac/config.hpp>
#include <lockstep/rl/off_policy/sac/metrics.hpp>
#include <lockstep/rl/off_policy/sac/networks.hpp>
#include <lockstep/rl/off_policy/sac/update.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/sac_policy.hpp>

namespace lockstep {

/// A learner by soft actor-critic. Hidden has the layers of the actor, and Critic those of each critic. The learner takes a
/// sac_config, reports sac_metrics and learns a sac_policy. With renormalised critics it takes a crossq_config instead
/// (rl/crossq.hpp). With a categorical_critic of plain layers it takes a categorical_sac_config, and its metrics also have
/// outside_support (rl/off_policy/categorical_critic.hpp).
template <class Env, class Device, class Hidden = hidden_layers<relu_activation, 256, 256>, class Critic = Hidden,
          class Communicator = one_process>
using sac = off_policy<Env, Device, sac_update<sac_networks<detail::usable_environment<Env>, Hidden, float, Critic>>,
                       metrics_by_critic<sac_metrics, Critic>, Communicator>;

}  // namespace lockstep
