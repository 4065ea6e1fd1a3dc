// SPDX-License-Identifier: MIT
#include <lockstep/envs/walker2d.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    return bench::learn_environment<lockstep::envs::walker2d>(argc, argv, "walker2d",
                                                             {.ppo = {.environments = 16,
                                                                      .steps = 1'000'000,
                                                                      .horizon = 64,
                                                                      .epochs = 10,
                                                                      .minibatch = 512,
                                                                      .learning_rate = 1.2e-3f,
                                                                      .discount = 0.99f,
                                                                      .entropy_coefficient = 1e-3f,
                                                                      .gradient_norm = 1,
                                                                      .target_kl = 0.02f,
                                                                      .initial_log_deviation = -0.5f}});
}
