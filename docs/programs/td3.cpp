// SPDX-License-Identifier: MIT
// Pendulum by TD3 in ten thousand steps.
// prints: return -1[0-9][0-9]

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

using layers = ls::hidden_layers<ls::relu_activation, 64, 64>;

int main() {
    ls::cpu device;
    ls::td3<ls::envs::pendulum, ls::cpu, layers> learner(device, {.steps = 10'000,
                                                                  .warmup = 256,
                                                                  .batch = 100,
                                                                  .actor_learning_rate = 1e-3f,
                                                                  .critic_learning_rate = 1e-3f,
                                                                  .exploration_noise = 0.1f,
                                                                  .discount = 0.95f,
                                                                  .target_rate = 0.02f});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }
    std::printf("return %.0f\n", ls::evaluate(device, learner.policy()).mean_return);
}
