// SPDX-License-Identifier: MIT
// TD3, twin delayed deep deterministic policy gradient (Fujimoto, van Hoof and Meger 2018, "Addressing function
// approximation error in actor-critic methods"): two critics, a deterministic policy that is improved less often than the
// critics, and noise on the actions of the targets.
#pragma once

#include <lockstep/dist/one_process.hpp>
#include <lockstep/rl/off_policy/metrics.hpp>
#include <lockstep/rl/off_policy/off_policy.hpp>
#include <lockstep/rl/off_policy/td3/config.hpp>
#include <lockstep/rl/off_policy/td3/networks.hpp>
#include <lockstep/rl/off_policy/td3/update.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/policy/td3_policy.hpp>

namespace lockstep {

/// The metrics of TD3. policy_loss is minus the mean value that critic 0 gives the policy's actions.
using td3_metrics = off_policy_metrics;

/// A learner by TD3. Hidden has the layers of the actor, and Critic those of each critic. The learner takes a td3_config, reports
/// td3_metrics and learns a td3_policy. With renormalised critics or a categorical_critic (rl/off_policy/categorical_critic.hpp)
/// its config_type is another off_policy_config, with the members that these critics need. With a categorical_critic its metrics
/// also have outside_support.
template <class Env, class Device, class Hidden = hidden_layers<relu_activation, 256, 256>, class Critic = Hidden,
          class Communicator = one_process>
using td3 = off_policy<Env, Device, td3_update<td3_networks<detail::usable_environment<Env>, Hidden, float, Critic>>,
                       metrics_by_critic<td3_metrics, Critic>, Communicator>;

}  // namespace lockstep
