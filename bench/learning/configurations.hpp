// SPDX-License-Identifier: MIT
// The fixed configuration of each learner in each environment for 1 M steps, found by the searches of learn.hpp.
#pragma once

#include <lockstep/rl/ppo_config.hpp>
#include <lockstep/rl/sac_config.hpp>

namespace bench {

/// Few environments and many epochs: made for few steps, not for short time.
template <class Env>
inline constexpr lockstep::ppo_config ppo_configuration = {.environments = 64,
                                                           .steps = 1'000'000,
                                                           .horizon = 64,
                                                           .epochs = 10,
                                                           .minibatch = 512,
                                                           .learning_rate = 1e-3f,
                                                           .discount = 0.99f};

template <class Env>
inline constexpr lockstep::sac_config sac_configuration = {.environments = 16, .steps = 1'000'000, .horizon = 64};

}  // namespace bench
