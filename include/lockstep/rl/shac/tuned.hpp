// SPDX-License-Identifier: MIT
// A configuration of SHAC for few steps of the environments, whatever the processor time. A search found it, with the layers
// `tuned_shac_layers`.
#pragma once

#include <array>

#include <lockstep/nn/activation.hpp>
#include <lockstep/nn/layer_norm.hpp>
#include <lockstep/rl/common/tuned_entry.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/shac/config.hpp>

namespace lockstep {

/// The layers of SHAC's actor and critic: shac<Env, Device, tuned_shac_layers>.
using tuned_shac_layers = hidden_layers<layer_norm<elu_activation>, 64, 64>;

namespace detail {
/// The policy and the critic also learn from windows before the newest, and gradients pass where actions are at their bounds.
inline constexpr shac_config in_few_steps = {.steps = 400'000,
                                             .actor_learning_rate = 1e-3f,
                                             .critic_learning_rate = 3e-3f,
                                             .discount = 0.98f,
                                             .lambda = 0.85f,
                                             .growth_limit = 4.0f,
                                             .least_slope = 0.4f,
                                             .mean_penalty = 0.001f,
                                             .critic_epochs = 8,
                                             .critic_windows = 3,
                                             .replay_updates = 4,
                                             .replay_windows = 16,
                                             .replay_batch = 4};

/// Returns `config` with an average_rate of 0.06, so the trained policy is a running mean of the policies. If returns rise and
/// fall from one iteration to the next, this mean is better than the newest policy.
constexpr shac_config averaged(shac_config config) {
    config.average_rate = 0.06f;
    return config;
}
}  // namespace detail

/// The configurations of tuned(). `bench/run shac_ant` and `bench/run shac_half_cheetah` measure how many steps of the
/// environments they need to reach given returns.
inline constexpr std::array tuned_shac = {
    tuned_entry<shac_config>{"ant", detail::in_few_steps},
    tuned_entry<shac_config>{"half_cheetah", detail::averaged(detail::in_few_steps)},
};

}  // namespace lockstep
