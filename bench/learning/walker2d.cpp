// SPDX-License-Identifier: MIT
#include <lockstep/envs/walker2d.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    constexpr lockstep::ppo_config ppo = {.environments = 16,
                                          .steps = 1'000'000,
                                          .horizon = 128,
                                          .epochs = 5,
                                          .minibatch = 128,
                                          .learning_rate = 8e-4f,
                                          .discount = 0.995f,
                                          .clip = 0.1f,
                                          .entropy_coefficient = 1e-3f,
                                          .gradient_norm = 0.5f,
                                          .target_kl = 0.05f,
                                          .initial_deviation = 1.78f};
    constexpr auto ppo_minute = bench::with_steps(ppo, 4'000'000);
    return bench::learn_environment<lockstep::envs::walker2d>(argc, argv, "walker2d", {.ppo = ppo, .ppo_minute = ppo_minute});
}
