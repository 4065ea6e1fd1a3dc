// SPDX-License-Identifier: MIT
#include <lockstep/envs/swimmer.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    constexpr lockstep::ppo_config ppo = {.environments = 64,
                                          .steps = 1'000'000,
                                          .horizon = 64,
                                          .epochs = 10,
                                          .minibatch = 512,
                                          .learning_rate = 1e-3f,
                                          .discount = 0.9995f,
                                          .lambda = 0.98f,
                                          .gradient_norm = 0.5f,
                                          .target_kl = 0,
                                          .initial_deviation = 0.56f};
    return bench::learn_environment<lockstep::envs::swimmer>(argc, argv, "swimmer", {.ppo = ppo});
}
