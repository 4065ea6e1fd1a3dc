// SPDX-License-Identifier: MIT
// The learners of Pendulum-v1, with two hidden layers of 64 as in RLtools' benchmarks. ppo_pendulum, sac_pendulum and
// td3_pendulum measure their speed, and solved_pendulum measures whether they learn.
#pragma once

#include <cstddef>

#include <lockstep/device/cpu.hpp>
#include <lockstep/envs/pendulum.hpp>
#include <lockstep/nn/activation.hpp>
#include <lockstep/rl/evaluate.hpp>
#include <lockstep/rl/policy/actor_critic.hpp>
#include <lockstep/rl/ppo.hpp>
#include <lockstep/rl/sac.hpp>
#include <lockstep/rl/td3.hpp>

namespace bench {

namespace ls = lockstep;

using pendulum_layers = ls::hidden_layers<ls::relu_activation, 64, 64>;

/// A swing up takes some twenty steps. With the usual discount of 0.99 and target rate of 0.005, ten thousand updates are so few
/// that half of all trainings of TD3 fail and one in ten of SAC. With a discount of 0.9 PPO returns -175.
inline constexpr float pendulum_discount = 0.95f, pendulum_target_rate = 0.02f;

/// 75 iterations of 4096 steps, two epochs of minibatches of 256.
struct ppo_pendulum {
    using learner = ls::ppo<ls::envs::pendulum, ls::cpu, pendulum_layers>;
    static constexpr char const* name = "PPO";
    static constexpr ls::ppo_config config = {.environments = 16,
                                              .steps = 75 * 4096,
                                              .horizon = 256,
                                              .epochs = 2,
                                              .minibatch = 256,
                                              .learning_rate = 1e-3f,
                                              .discount = pendulum_discount,
                                              .gradient_norm = 0,
                                              .target_kl = 0,
                                              .initial_deviation = 1};
};

/// 10 k steps with batches of 100, an update a step.
struct sac_pendulum {
    using learner = ls::sac<ls::envs::pendulum, ls::cpu, pendulum_layers>;
    static constexpr char const* name = "SAC";
    static constexpr ls::sac_config config = {.steps = 10'000,
                                              .warmup = 256,
                                              .capacity = 10'000,
                                              .batch = 100,
                                              .actor_learning_rate = 1e-3f,
                                              .critic_learning_rate = 1e-3f,
                                              .temperature_learning_rate = 1e-3f,
                                              .discount = pendulum_discount,
                                              .target_rate = pendulum_target_rate};
};

/// Like SAC, but the actor is updated at every second update of the critics.
struct td3_pendulum {
    using learner = ls::td3<ls::envs::pendulum, ls::cpu, pendulum_layers>;
    static constexpr char const* name = "TD3";
    static constexpr ls::td3_config config = {.steps = 10'000,
                                              .warmup = 256,
                                              .capacity = 10'000,
                                              .batch = 100,
                                              .actor_learning_rate = 1e-3f,
                                              .critic_learning_rate = 1e-3f,
                                              .discount = pendulum_discount,
                                              .target_rate = pendulum_target_rate};
};

/// What counts as solved: the mean return of the deterministic policy over 128 episodes. Perfect policies have about -145.
inline constexpr double pendulum_solved = -160;

}  // namespace bench
