// SPDX-License-Identifier: MIT
#include <lockstep/envs/inverted_double_pendulum.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    constexpr lockstep::ppo_config ppo = {.environments = 128,
                                          .steps = 1'000'000,
                                          .horizon = 128,
                                          .epochs = 20,
                                          .minibatch = 1024,
                                          .learning_rate = 6e-4f,
                                          .discount = 0.995f,
                                          .lambda = 0.9f,
                                          .clip = 0.1f,
                                          .entropy_coefficient = 1e-3f,
                                          .gradient_norm = 1,
                                          .target_kl = 0,
                                          .initial_deviation = 0.22f,
                                          .normalize_advantages = false};
    using environment = lockstep::envs::inverted_double_pendulum;
    return bench::learn_environment<environment>(argc, argv, "inverted_double_pendulum", {.ppo = ppo});
}
