// SPDX-License-Identifier: MIT
#include <lockstep/envs/ant.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    constexpr lockstep::ppo_config ppo = {.environments = 16,
                                          .steps = 1'000'000,
                                          .horizon = 128,
                                          .epochs = 20,
                                          .minibatch = 1024,
                                          .learning_rate = 1.3e-3f,
                                          .discount = 0.99f,
                                          .entropy_coefficient = 1e-3f,
                                          .gradient_norm = 1,
                                          .target_kl = 0.02f,
                                          .initial_deviation = 1.28f};
    constexpr auto ppo_minute = bench::with_steps(ppo, 3'000'000);
    constexpr auto crossq = bench::with_steps(bench::in_minutes<lockstep::crossq_config>, 800'000);
    return bench::learn_environment<lockstep::envs::ant>(argc, argv, "ant",
                                                         {.ppo = ppo, .ppo_minute = ppo_minute, .crossq = crossq});
}
