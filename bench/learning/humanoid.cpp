// SPDX-License-Identifier: MIT
#include <lockstep/envs/humanoid.hpp>

#include "learn.hpp"

int main(int argc, char** argv) {
    constexpr lockstep::ppo_config ppo = {.environments = 256,
                                          .steps = 1'000'000,
                                          .horizon = 32,
                                          .epochs = 5,
                                          .minibatch = 1024,
                                          .learning_rate = 1e-3f,
                                          .discount = 0.97f,
                                          .gradient_norm = 0.5f,
                                          .target_kl = 0,
                                          .initial_deviation = 1.22f};
    constexpr auto ppo_minute = bench::with_steps(ppo, 7'000'000);
    constexpr auto crossq = bench::at_constant_rates(bench::with_steps(bench::in_minutes<lockstep::crossq_config>, 500'000));
    return bench::learn_environment<lockstep::envs::humanoid>(argc, argv, "humanoid",
                                                              {.ppo = ppo, .ppo_minute = ppo_minute, .crossq = crossq});
}
