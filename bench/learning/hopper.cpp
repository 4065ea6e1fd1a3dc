// SPDX-License-Identifier: MIT
#include <lockstep/envs/hopper.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    constexpr lockstep::ppo_config ppo = {.environments = 16,
                                          .steps = 1'000'000,
                                          .horizon = 64,
                                          .epochs = 20,
                                          .minibatch = 128,
                                          .learning_rate = 1.6e-3f,
                                          .discount = 0.99f,
                                          .clip = 0.1f,
                                          .gradient_norm = 1,
                                          .target_kl = 0.02f,
                                          .initial_deviation = 0.43f};
    constexpr auto ppo_minute = bench::with_steps(ppo, 4'000'000);
    return bench::learn_environment<lockstep::envs::hopper>(argc, argv, "hopper", {.ppo = ppo, .ppo_minute = ppo_minute});
}
