// SPDX-License-Identifier: MIT
// CrossQ (Bhatt et al. 2024, "CrossQ: batch normalization in deep reinforcement learning for greater sample efficiency and
// simplicity"): soft actor-critic, or TD3, without target networks. A critic takes the sampled pairs and the next pairs of
// observation and action as one batch, so batch renormalisation treats them as one distribution. The critics are wide, and the
// policy is improved in every third update only.
#pragma once

#include <cstddef>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/renormalized/batch_renorm.hpp>
#include <lockstep/rl/off_policy/crossq_config.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/sac.hpp>

namespace lockstep {

/// ReLU layers with batch renormalisation.
template <std::size_t... Widths>
using renormalized_layers = hidden_layers<batch_renorm<relu_activation>, Widths...>;

/// CrossQ is the type `sac` with renormalised critics. Such critics have no target networks, and their configuration is a
/// crossq_config, which has other defaults. `td3` with renormalised critics is CrossQ, too. The actor may have renormalised or
/// plain layers. CrossQ reports sac_metrics and learns a sac_policy of plain layers. The critics of the article have layers of
/// 2048 units. To train CrossQ in several processes, use data_parallel_sac or data_parallel_td3 with renormalised layers.
template <class Env, class Device, class Hidden = renormalized_layers<256, 256>, class Critic = renormalized_layers<512, 512>>
using crossq = sac<Env, Device, Hidden, Critic>;

}  // namespace lockstep
