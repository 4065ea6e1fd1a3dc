// SPDX-License-Identifier: MIT
// Trains Pendulum with PPO, evaluates the policy and saves it.
// prints: return -1[0-9][0-9] over 128 episodes

#include <cstdio>

#include <lockstep/lockstep.hpp>

namespace ls = lockstep;

int main() {
    ls::cpu device;
    ls::ppo<ls::envs::pendulum, ls::cpu> learner(device, {.steps = 300'000});
    while (!learner.done()) {
        ls::report(learner.iterate());
    }

    auto const result = ls::evaluate(device, learner.policy());
    std::printf("return %.0f over %zu episodes\n", result.mean_return, result.episodes);
    ls::save("pendulum.policy", learner.policy());
}
